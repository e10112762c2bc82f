import type { AreaArbitraries, Random } from '../model/arbitraries.ts'
import { hasAwkwardText } from '../model/awkward.ts'
import type { Cost } from '../model/operation.ts'
import type { Requirement } from '../model/requirement.ts'
import { isDeclaredAbsent, type Proved, prove, type Subject } from '../plan/subject.ts'
import { seedFor } from '../plan/values/seed.ts'
import { type CoveredItems, PairAims, ValueAims } from './aims.ts'
import type { DrawAim } from './draw.ts'
import { enriched, withOtherFiles } from './enrich.ts'
import { coverageItemsOf, type Items, pairOf, pairsOf } from './items.ts'
import { aimsFor } from './places.ts'
import { randomFrom } from './random.ts'
import { type Drawn, drawRequest, holds, provokingFor } from './requests.ts'

/** A chosen request, and the items that no earlier request covers. */
export interface ChosenRequests {
  readonly proved: Proved
  readonly covers: readonly string[]
}

/** The random draws for each chosen request. Others aim at something. */
const drawsPerChoice = 2

/** The most drawn requests that are kept for a later choice. */
const mostKept = 120

/** The score of an item that no request covers yet. Features with a requirement count most. */
const worth = { use: 1000, provoked: 400, constraint: 100, feature: 40, other: 12, value: 4, pair: 6 } as const

/** The most tries to use one feature. */
const patience = 3000

/** The number of draws to provoke one behavior. The draw with the fewest features is kept. */
const triesToProvoke = 10

/** The choice ends after this many draws in a row without anything new. */
const mostInVain = 50

/** The most tries for each feature before the first request is chosen. */
const triesAtFirst = 2500

/** The most such tries per unit of remaining cost: a small plan has no room for every feature. */
const triesPerCost = 150

/** A cost limit that is never reached. */
export const unlimited: Cost = { calls: Number.POSITIVE_INFINITY, images: Number.POSITIVE_INFINITY }

interface Candidate {
  readonly drawn: Drawn
  readonly items: Items
  readonly provokes: readonly string[]
  /**
   * True if the request has an awkward text. Its rejection is not judged, so it is no control request (interpretation
   * G13).
   */
  readonly isAwkward: boolean
  score: number
}

/**
 * Chooses requests of one operation that together cover as much as possible. Each time it takes the draw that covers
 * most new items for its cost, within `left`. Features in `probed` are left to their probes. Ends if nothing new is
 * found. Equal seeds give equal requests, whatever a target answers.
 */
export function* chooseRequests(
  subject: Subject,
  arbitraries: AreaArbitraries,
  seed: number,
  plain: Proved,
  probed: ReadonlySet<string>,
  left: () => Cost = () => unlimited,
): Generator<ChosenRequests> {
  const { language, root, operation } = subject
  if (root === undefined) return
  const random = randomFrom(seedFor(seed, operation.id))
  const covered = new Covered()
  const provoking = provokingFor(subject, arbitraries)
  const candidateOf = (drawn: Drawn): Candidate => ({
    drawn,
    items: coverageItemsOf(language, root, drawn.value),
    provokes: provoking.filter(({ body }) => holds(drawn.value.body, body)).map(({ id }) => `provokes ${id}`),
    isAwkward: hasAwkwardText(drawn.value),
    score: Number.POSITIVE_INFINITY,
  })
  covered.note(probed)
  covered.add(candidateOf(plain))
  const sent = new Set([JSON.stringify(plain.value)])
  let kept: Candidate[] = []
  const aims = aimsFor(language, root)
  const wanted = wantedFeatures(subject, aims.features)
  const pairAims = new PairAims(aims.members)
  const valueAims = new ValueAims(language, aims.members)
  const further = [pairAims, pairAims, valueAims, valueAims]
  for (const one of provoking) {
    const found = Array.from({ length: triesToProvoke }, () =>
      drawRequest(subject, arbitraries, random, { provoking: one, isOrdinary: true }),
    )
      .filter((drawn) => drawn !== undefined)
      .filter(({ value }) => holds(value.body, one.body))
      .sort((a, b) => a.uses.length - b.uses.length)
    if (found[0] !== undefined) kept.push(candidateOf(found[0]))
  }
  let inVain = 0
  for (let count = 0; ; count += 1) {
    for (let turn = 0; turn < drawsPerChoice; turn += 1) {
      const drawn = drawRequest(subject, arbitraries, random)
      if (drawn !== undefined) kept.push(candidateOf(drawn))
    }
    for (const aims of further) {
      const aim = aims.next(covered, random)
      const full = aim && drawRequest(subject, arbitraries, random, { aim, isFull: true })
      if (full !== undefined) kept.push(candidateOf(full))
    }
    kept = affordable(kept, subject, left())
    const open = wanted.filter(
      ({ id }) =>
        !covered.has(id) &&
        !kept.some(({ drawn, isAwkward }) => !isAwkward && priceOf(subject, drawn) < dear && drawn.uses.includes(id)),
    )
    const { calls, images } = left()
    const tries = count === 0 ? Math.min(triesAtFirst, triesPerCost * (calls + images)) : 2
    for (const drawn of aimedAt(subject, arbitraries, random, open, tries)) kept.push(candidateOf(drawn))
    kept = affordable(kept, subject, left())
    const best = mostNew(dearOnes(kept, covered, subject) ?? kept, covered, subject)
    if (best === undefined) return
    kept.splice(kept.indexOf(best), 1)
    const isNew = (item: string) => !covered.has(item)
    // A target may reject awkward texts, so a request with a new feature gets none.
    const mayBeAwkward = !best.drawn.uses.some(isNew)
    const chosen = candidateOf(
      // Other texts could change the answer to a question that provokes a behavior.
      best.provokes.some(isNew)
        ? withOtherFiles(subject, arbitraries, random, best.drawn, isNew)
        : enriched(subject, arbitraries, random, best.drawn, isNew, mayBeAwkward),
    )
    const text = JSON.stringify(chosen.drawn.value)
    const proved = sent.has(text) ? undefined : prove(subject, chosen.drawn.value)
    inVain = proved === undefined ? inVain + 1 : 0
    if (inVain > mostInVain) return
    if (proved === undefined) continue
    sent.add(text)
    yield { proved, covers: covered.add(chosen) }
    kept.sort((one, other) => other.score - one.score).splice(mostKept)
  }
}

function affordable(kept: readonly Candidate[], { operation }: Subject, left: Cost): Candidate[] {
  return kept.filter(({ drawn }) => {
    const { calls, images } = operation.cost(drawn.value)
    return calls <= left.calls && images <= left.images
  })
}

/** Requests with at least this many images are chosen early, while the budget still allows them. */
const dear = 4

/** Returns the expensive candidates with a new feature that no cheap candidate uses; `undefined` if there are none. */
function dearOnes(kept: readonly Candidate[], covered: Covered, subject: Subject): Candidate[] | undefined {
  const isDear = ({ drawn }: Candidate): boolean => priceOf(subject, drawn) >= dear
  const cheap = new Set(kept.filter((one) => !isDear(one)).flatMap(({ drawn }) => drawn.uses))
  const found = kept.filter((one) => isDear(one) && one.drawn.uses.some((use) => !cheap.has(use) && !covered.has(use)))
  return found.length === 0 ? undefined : found
}

/** Returns the candidate with the highest score. Scores only fall, so most of them need not be computed again. */
function mostNew(kept: Candidate[], covered: Covered, { operation }: Subject): Candidate | undefined {
  let best: Candidate | undefined
  for (const candidate of kept.sort((one, other) => other.score - one.score)) {
    if (best !== undefined && candidate.score <= best.score) break
    const { calls, images } = operation.cost(candidate.drawn.value)
    candidate.score = covered.newIn(candidate, Math.max(1, calls + images))
    if (best === undefined || candidate.score > best.score) best = candidate
  }
  return best
}

/** The items that the requests so far cover. */
class Covered implements CoveredItems {
  readonly #seen = new Set<string>()

  note(items: Iterable<string>): void {
    for (const item of items) this.#seen.add(item)
  }

  has(item: string): boolean {
    return this.#seen.has(item)
  }

  /** The features that requests have used so far. */
  readonly features = new Set<string>()

  /** Returns how many features have not been used together with this one. */
  openPairsOf(feature: string): number {
    return [...this.features].filter((other) => other !== feature && !this.#seen.has(pairOf(feature, other))).length
  }

  newIn({ items, drawn, provokes, isAwkward }: Candidate, price: number): number {
    let total = 0
    if (!isAwkward) for (const use of drawn.uses) if (!this.#seen.has(use)) total += worth.use
    for (const one of provokes) if (!this.#seen.has(one)) total += worth.provoked
    if (!isAwkward) for (const item of items.constraints) if (!this.#seen.has(item)) total += worth.constraint
    for (const item of items.others) if (!this.#seen.has(item)) total += worth.other
    for (const item of items.values) if (!this.#seen.has(item)) total += worth.value
    const features = [...items.features]
    for (const [index, one] of features.entries()) {
      if (!this.#seen.has(one)) total += worth.feature
      for (let at = index + 1; at < features.length; at += 1)
        if (!this.#seen.has(pairOf(one, features[at]!))) total += worth.pair
    }
    return total / price
  }

  /** Records the items of a request. Returns those that are new, except pairs. */
  add({ items, drawn, provokes, isAwkward }: Candidate): readonly string[] {
    const certain = isAwkward ? [] : [...drawn.uses, ...items.constraints]
    const all = [...provokes, ...certain, ...items.features, ...items.others, ...items.values]
    const fresh = all.filter((item) => !this.#seen.has(item))
    for (const item of [...fresh, ...pairsOf(items.features)]) this.#seen.add(item)
    for (const feature of items.features) this.features.add(feature)
    return fresh
  }
}

/** A feature with a requirement, the places where it can be used, and the number of tries so far. */
interface Wanted {
  readonly id: string
  readonly aims: readonly DrawAim[]
  tries: number
}

function wantedFeatures(subject: Subject, features: ReadonlyMap<string, readonly DrawAim[]>): readonly Wanted[] {
  const isFeature = ({ kind, id }: Requirement) => kind === 'acceptance' && !isDeclaredAbsent(subject, id)
  const ids = new Set([...subject.requirements.values()].filter(isFeature).map(({ id }) => id))
  return [...features].flatMap(([id, aims]) => (ids.has(id) ? [{ id, aims, tries: 0 }] : []))
}

/** The number of further tries to find a cheaper request. */
const triesForCheaper = 20

/** Draws requests with features that no cheap candidate uses, one for each feature if a few tries find it. */
function aimedAt(
  subject: Subject,
  arbitraries: AreaArbitraries,
  random: Random,
  open: readonly Wanted[],
  tries: number,
): readonly Drawn[] {
  const met = new Set<string>()
  return open.flatMap((wanted): readonly Drawn[] => {
    let found: Drawn | undefined
    let most = tries
    for (let turn = 0; turn < most && wanted.tries < patience && !met.has(wanted.id); turn += 1) {
      wanted.tries += 1
      const drawn = drawRequest(subject, arbitraries, random, { aim: random.pick(wanted.aims), isOrdinary: true })
      if (drawn?.uses.includes(wanted.id) !== true) continue
      if (found === undefined) most = Math.min(tries, turn + triesForCheaper)
      if (found === undefined || priceOf(subject, drawn) < priceOf(subject, found)) found = drawn
      if (priceOf(subject, found) < dear) break
    }
    if (found === undefined) return []
    if (priceOf(subject, found) < dear) for (const use of found.uses) met.add(use)
    return [found]
  })
}

function priceOf({ operation }: Subject, { value }: Drawn): number {
  return operation.cost(value).images
}
