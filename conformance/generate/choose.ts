import type { AreaArbitraries, Random } from '../model/arbitraries.ts'
import type { Requirement } from '../model/requirement.ts'
import { isAbsent, type Proved, prove, type Subject } from '../plan/subject.ts'
import { seedFor } from '../plan/values/seed.ts'
import { type Items, itemsOf, pairOf } from './items.ts'
import { placesOfFeatures } from './places.ts'
import { randomFrom } from './random.ts'
import { type Drawn, drawRequest, holds, provokingFor } from './requests.ts'

/** A request that was chosen, and the items that no request before it covers. */
export interface Chosen {
  readonly proved: Proved
  readonly covers: readonly string[]
}

/** So many requests are drawn for each that is chosen. */
const drawsPerChoice = 8

/** So many drawn requests are kept to be chosen later. */
const mostKept = 120

/** What an item is worth that no request covers yet. */
const worth = { use: 200, feature: 40, other: 12, pair: 1 } as const

/** So often a feature is aimed at before it is given up. */
const patience = 30

interface Candidate {
  readonly drawn: Drawn
  readonly items: Items
  readonly provokes: readonly string[]
  score: number
}

/**
 * Chooses requests of one operation that together cover as much as possible: of what was drawn, always the one that covers
 * most that is new for what it costs. Endless; the same for the same seed, whatever a target answers.
 */
export function* chooseRequests(
  subject: Subject,
  arbitraries: AreaArbitraries,
  seed: number,
  plain: Proved,
): Generator<Chosen> {
  const { language, root, operation } = subject
  if (root === undefined) return
  const random = randomFrom(seedFor(seed, operation.id))
  const covered = new Covered()
  const provoking = provokingFor(subject, arbitraries)
  const candidateOf = (drawn: Drawn): Candidate => ({
    drawn,
    items: itemsOf(language, root, drawn.value),
    provokes: provoking.filter(({ body }) => holds(drawn.value.body, body)).map(({ id }) => `provokes ${id}`),
    score: Number.POSITIVE_INFINITY,
  })
  covered.add(candidateOf(plain))
  const sent = new Set([JSON.stringify(plain.value)])
  const kept: Candidate[] = []
  const wanted = wantedFeatures(subject)
  for (;;) {
    for (let turn = 0; turn < drawsPerChoice; turn += 1) {
      const drawn = drawRequest(subject, arbitraries, random)
      if (drawn !== undefined) kept.push(candidateOf(drawn))
    }
    const aimed = aimedAt(subject, arbitraries, random, wanted, covered)
    if (aimed !== undefined) kept.push(candidateOf(aimed))
    const best = mostNew(kept, covered, subject)
    if (best === undefined) return
    kept.splice(kept.indexOf(best), 1)
    const text = JSON.stringify(best.drawn.value)
    const proved = sent.has(text) ? undefined : prove(subject, best.drawn.value)
    if (proved === undefined) continue
    sent.add(text)
    yield { proved, covers: covered.add(best) }
    kept.sort((one, other) => other.score - one.score).splice(mostKept)
  }
}

/** The candidate that covers most that is new. Scores only fall, so most of them need not be worked out again. */
function mostNew(kept: Candidate[], covered: Covered, { operation }: Subject): Candidate | undefined {
  let best: Candidate | undefined
  for (const candidate of kept.sort((one, other) => other.score - one.score)) {
    if (best !== undefined && candidate.score <= best.score) break
    const { calls, images } = operation.cost(candidate.drawn.value)
    candidate.score = covered.newIn(candidate) / Math.max(1, calls + images)
    if (best === undefined || candidate.score > best.score) best = candidate
  }
  return best
}

/** The items that the requests so far cover. */
class Covered {
  readonly #seen = new Set<string>()

  has(item: string): boolean {
    return this.#seen.has(item)
  }

  newIn({ items, drawn, provokes }: Candidate): number {
    let total = 0
    for (const use of [...drawn.uses, ...provokes]) if (!this.#seen.has(use)) total += worth.use
    for (const item of items.others) if (!this.#seen.has(item)) total += worth.other
    const features = [...items.features]
    for (const [index, one] of features.entries()) {
      if (!this.#seen.has(one)) total += worth.feature
      for (let at = index + 1; at < features.length; at += 1)
        if (!this.#seen.has(pairOf(one, features[at]!))) total += worth.pair
    }
    return total
  }

  /** Notes what a request covers; returns what is new about it, pairs aside. */
  add({ items, drawn, provokes }: Candidate): readonly string[] {
    const fresh = [...provokes, ...drawn.uses, ...items.features, ...items.others].filter((item) => !this.#seen.has(item))
    const features = [...items.features]
    const pairs = features.flatMap((one, index) => features.slice(index + 1).map((other) => pairOf(one, other)))
    for (const item of [...fresh, ...pairs]) this.#seen.add(item)
    return fresh
  }
}

/** A feature that some requirement is about, the place where it is, and how often it was aimed at in vain. */
interface Wanted {
  readonly id: string
  readonly places: readonly string[]
  tries: number
}

function wantedFeatures(subject: Subject): readonly Wanted[] {
  const isFeature = ({ kind, id }: Requirement) => kind === 'acceptance' && !isAbsent(subject, id)
  const ids = new Set([...subject.requirements.values()].filter(isFeature).map(({ id }) => id))
  return [...placesOfFeatures(subject.language, subject.root!)].flatMap(([id, places]) => (ids.has(id) ? [{ id, places, tries: 0 }] : []))
}

/** A request that uses a feature which no request uses yet. */
function aimedAt(subject: Subject, arbitraries: AreaArbitraries, random: Random, wanted: readonly Wanted[], covered: Covered): Drawn | undefined {
  const open = wanted.filter(({ id, tries }) => !covered.has(id) && tries < patience)
  if (open.length === 0) return undefined
  for (let turn = 0; turn < 3; turn += 1) {
    const one = random.pick(open)
    one.tries += 1
    const drawn = drawRequest(subject, arbitraries, random, { place: random.pick(one.places), isWanted: () => true })
    if (drawn?.uses.includes(one.id)) return drawn
  }
  return undefined
}
