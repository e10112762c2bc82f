import type { RequestValue } from '../model/operation.ts'
import { type AspectKind, aspectsOf, memberNames } from './aspects.ts'

/** What something is worth that no request showed before. */
const weights = { aspect: 20, ofMembers: 4, ofFeatures: 40, triple: 2, pair: 1 } as const

/** Fewer names than this are given to what one operation's requests are like. */
const radix = 1 << 14

/** All that a request shows at once: its aspects and features, every two of them, and every three of its members. */
interface Shows {
  readonly keys: readonly number[]
  readonly weights: readonly number[]
  readonly total: number
}

/**
 * Chooses requests that show together what none before showed: a greedy covering array over pairs of all that requests
 * are like, and triples of their members. `featuresOf` tells the features whose pairs a report counts.
 */
export class Novelty {
  readonly #numbers = new Map<string, number>()
  readonly #seen = new Set<number>()
  readonly #featuresOf: (value: RequestValue) => Iterable<string>

  constructor(featuresOf: (value: RequestValue) => Iterable<string>, sent: readonly RequestValue[]) {
    this.#featuresOf = featuresOf
    for (const value of sent) this.#see(this.#shows(value))
  }

  /**
   * Hands out the values in the order in which they show most that is new. In a full request one thing hides another:
   * every third one is chosen for how much of it is new.
   */
  *inOrder<T extends { readonly value: RequestValue }>(values: readonly T[]): Generator<T> {
    const left = values.map((one) => ({ one, shows: this.#shows(one.value), most: Number.POSITIVE_INFINITY }))
    for (let turn = 0; left.length > 0; turn += 1) {
      const size = turn % 3 !== 2 ? () => 1 : ({ total }: Shows) => 200 + total
      // What is new of a request only becomes less: those that were worth less than the best now is are not looked at.
      left.sort((one, other) => other.most / size(other.shows) - one.most / size(one.shows))
      let best = 0
      let worth = -1
      for (const [at, candidate] of left.entries()) {
        if (candidate.most / size(candidate.shows) <= worth) break
        candidate.most = this.#news(candidate.shows)
        const own = candidate.most / size(candidate.shows)
        if (own > worth) [best, worth] = [at, own]
      }
      const [chosen] = left.splice(best, 1)
      if (chosen === undefined) return
      this.#see(chosen.shows)
      yield chosen.one
    }
  }

  #see({ keys }: Shows): void {
    for (const key of keys) this.#seen.add(key)
  }

  #news({ keys, weights: worth }: Shows): number {
    let news = 0
    for (const [at, key] of keys.entries()) if (!this.#seen.has(key)) news += worth[at] ?? 0
    return news
  }

  #shows(value: RequestValue): Shows {
    const features = [...this.#featuresOf(value)].map((name) => this.#number(`feature ${name}`))
    const kinds = new Map([...aspectsOf(value)].map(([name, kind]) => [this.#number(name), kind]))
    const members = memberNames(value).map((name) => this.#number(name))
    const found = new Map<number, number>()
    for (const one of kinds.keys()) found.set(one, weights.aspect)
    for (const [one, other] of pairs([...kinds.keys()])) {
      const worth = pairWorth(kinds.get(one), kinds.get(other))
      if (worth > 0) found.set(keyOf(one, other), worth)
    }
    for (const [one, other] of pairs(features)) found.set(keyOf(one, other), weights.ofFeatures)
    for (const [one, other] of pairs(members))
      for (const third of members) if (third > other) found.set(keyOf(keyOf(one, other), third), weights.triple)
    const worth = [...found.values()]
    return { keys: [...found.keys()], weights: worth, total: worth.reduce((sum, one) => sum + one, 0) }
  }

  #number(name: string): number {
    const number = this.#numbers.get(name) ?? this.#numbers.size + 1
    this.#numbers.set(name, number)
    return number
  }
}

/** Of texts that stand in one request, one does not change what becomes of the other. */
function pairWorth(one: AspectKind | undefined, other: AspectKind | undefined): number {
  if (one === 'text' && other === 'text') return 0
  return one === 'member' && other === 'member' ? weights.ofMembers : weights.pair
}

function keyOf(one: number, other: number): number {
  return one * radix + other
}

/** Every two of these, the smaller one first. */
function* pairs(all: readonly number[]): Generator<readonly [number, number]> {
  const sorted = [...new Set(all)].sort((one, other) => one - other)
  for (const [at, one] of sorted.entries()) for (const other of sorted.slice(at + 1)) yield [one, other]
}
