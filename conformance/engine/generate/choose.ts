import type { AreaArbitraries, Deciding, Random } from '../../core/model/arbitraries.ts'
import type { Cost, RequestValue } from '../../core/model/operation.ts'
import type { SchemaView } from '../plan/schema/view.ts'
import { type Proved, prove, type Subject } from '../plan/subject.ts'
import { type Covered, newCovered, type RequestCandidate } from './covered.ts'
import { itemIndexOf } from './items.ts'
import { pairsIn, withNewPairs } from './pairwise.ts'
import { type RequestPool, requestCandidate } from './pool.ts'
import { possibleItems } from './possible.ts'
import { arranged, type Drawn, holds, provokingFor } from './requests.ts'
import { revalued, withOtherFiles } from './revalue.ts'

/** A chosen request, and the items that no earlier request covers. */
export interface ChosenRequests {
  readonly proved: Proved
  readonly covers: readonly string[]
}

/** The most drawn requests that are kept for a later choice. */
const mostKept = 120

/** The choice ends after this many requests in a row that were sent before. */
const mostInVain = 50

/** A cost limit that is never reached. */
export const unlimited: Cost = { calls: Number.POSITIVE_INFINITY, images: Number.POSITIVE_INFINITY }

/** The source of the requests that an operation chooses from. */
export interface Choosing {
  readonly subject: Subject
  readonly arbitraries: AreaArbitraries
  readonly pool: RequestPool
  readonly random: Random
  readonly plain: Proved
  /** Features that probes use. They are left to those. */
  readonly probed: ReadonlySet<string>
  /** True if requests take over pairs of choices that decide a reply together. */
  readonly isPaired: boolean
}

/**
 * Chooses requests of one operation that together cover as much as possible. Each time it takes the one that covers
 * most new items for its cost, within `left`. Ends if nothing new is found, and yields `undefined` between steps of the
 * work. Equal seeds give equal requests, whatever a target answers.
 */
export function* chooseRequests(
  choosing: Choosing,
  left: () => Cost = () => unlimited,
): Generator<ChosenRequests | undefined> {
  const { subject, pool, plain } = choosing
  const { root } = subject
  if (root === undefined) return
  const scoring = scoringFor(choosing, root)
  const { covered, candidate } = scoring
  covered.add(candidate(plain))
  const sent = new Set([JSON.stringify(plain.value)])
  let kept: RequestCandidate[] = []
  let inVain = 0
  for (let number = 0; inVain <= mostInVain; number += 1) {
    const drawn = yield* ownDrafts(choosing, yield* pool.batch(number))
    kept = affordable([...kept, ...drawn.map(candidate)], subject, left())
    const chosen = mostNew(dearOnes(kept, covered, subject) ?? kept, covered, subject)
    if (chosen === undefined) return
    kept.splice(kept.indexOf(chosen), 1)
    const better = yield* enriched(choosing, scoring, chosen)
    const text = JSON.stringify(better.value)
    const proved = sent.has(text) ? undefined : prove(subject, better.value)
    inVain = proved === undefined ? inVain + 1 : 0
    if (proved === undefined) continue
    sent.add(text)
    yield { proved, covers: covered.add(candidate(better)) }
    kept.sort((one, other) => other.score - one.score).splice(mostKept)
  }
}

/** The items that are covered so far, and what a drawn request would add to them. */
interface Scoring {
  readonly covered: Covered
  readonly deciding: readonly Deciding[]
  readonly candidate: (drawn: RequestCandidate['drawn']) => RequestCandidate
}

function scoringFor({ subject, arbitraries, probed, isPaired }: Choosing, root: SchemaView): Scoring {
  const { schemas, exclusions } = subject.operation
  const index = itemIndexOf(root)
  const { values, counts } = possibleItems(subject.language, schemas.request ?? '', exclusions)
  const listed = new Set([...values.keys(), ...counts.keys()].map(index.itemNamed))
  const provoking = provokingFor(subject, arbitraries)
  const deciding = (isPaired ? arbitraries.deciding : undefined) ?? []
  const candidate = (drawn: RequestCandidate['drawn']) => requestCandidate(index, drawn, provoking, deciding)
  return { covered: newCovered(index, probed, listed), deciding, candidate }
}

/** Returns the requests of a batch, arranged for this operation if the pool is that of another one. */
function* ownDrafts(
  { subject, arbitraries, pool, random }: Choosing,
  batch: readonly Drawn[],
): Generator<undefined, readonly Drawn[]> {
  const drawn: Drawn[] = []
  for (const one of batch) {
    const own = pool.subject === subject ? one : arrangedAgain(subject, arbitraries, random, one)
    if (own !== undefined) drawn.push(own)
    if (own !== one) yield
  }
  return drawn
}

/** Returns a chosen request with new pairs of choices, and with other values where they change nothing else. */
function* enriched(
  { subject, arbitraries, random }: Choosing,
  { covered, deciding, candidate }: Scoring,
  chosen: RequestCandidate,
): Generator<undefined, Drawn> {
  const isProvoking = chosen.provokes.some(covered.isNewUse)
  const best = yield* withNewPairs({ subject, deciding, random, covered, candidate }, chosen)
  // Other texts could change the answer to a question that provokes a behavior.
  if (isProvoking) return withOtherFiles(subject, arbitraries, random, best.drawn, covered)
  const wanted = best.decides.filter(covered.isNewUse)
  const keeps = (value: RequestValue) => holdsAll(pairsIn(value, deciding), wanted)
  // A target may reject awkward texts, so a request with a new feature gets none.
  const mayBeAwkward = !best.drawn.uses.some(covered.isNewUse)
  return revalued(subject, arbitraries, random, best.drawn, covered, { mayBeAwkward, keeps })
}

/** The most ways to arrange a request until it asks the question that it was drawn for, and until it has its features. */
const mostArranged = { asking: 20, using: 5 }

/**
 * Returns a request of another operation, arranged for this one. It provokes the same behaviors and uses the same
 * features if that is possible.
 */
function arrangedAgain(
  subject: Subject,
  arbitraries: AreaArbitraries,
  random: Random,
  { value, uses }: Drawn,
): Drawn | undefined {
  const asked = provokingFor(subject, arbitraries).filter(({ body }) => holds(value.body, body))
  let best: Drawn | undefined
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < mostArranged.asking && least > 0; tries += 1) {
    const next = arranged(subject, arbitraries, random, value)
    const unasked = asked.filter(({ body }) => !holds(next?.value.body, body)).length
    const unused = uses.filter((use) => next?.uses.includes(use) !== true).length
    // A question counts more than any number of features.
    const lost = unasked * uses.length + unasked + unused
    if (next !== undefined && lost < least) [best, least] = [next, lost]
    if (unasked === 0 && tries >= mostArranged.using) break
  }
  return best
}

function holdsAll(own: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((one) => own.includes(one))
}

function affordable(kept: readonly RequestCandidate[], { operation }: Subject, left: Cost): RequestCandidate[] {
  return kept.filter(({ drawn }) => {
    const { calls, images } = operation.cost(drawn.value)
    return calls <= left.calls && images <= left.images
  })
}

/** Requests with at least this many images are chosen early, while the budget still allows them. */
const dear = 4

/** Returns the expensive candidates with a new feature that no cheap candidate uses; `undefined` if there are none. */
function dearOnes(
  kept: readonly RequestCandidate[],
  covered: Covered,
  { operation }: Subject,
): RequestCandidate[] | undefined {
  const isDear = ({ drawn }: RequestCandidate): boolean => operation.cost(drawn.value).images >= dear
  const cheap = new Set(kept.filter((one) => !isDear(one)).flatMap(({ drawn }) => drawn.uses))
  const found = kept.filter(
    (one) => isDear(one) && one.drawn.uses.some((use) => !cheap.has(use) && covered.isNewUse(use)),
  )
  return found.length === 0 ? undefined : found
}

/** Returns the candidate with the highest score. Scores only fall, so most of them need not be computed again. */
function mostNew(kept: RequestCandidate[], covered: Covered, { operation }: Subject): RequestCandidate | undefined {
  let best: RequestCandidate | undefined
  for (const candidate of kept.sort((one, other) => other.score - one.score)) {
    if (best !== undefined && candidate.score <= best.score) break
    const { calls, images } = operation.cost(candidate.drawn.value)
    candidate.score = covered.newIn(candidate, Math.max(1, calls + images))
    if (best === undefined || candidate.score > best.score) best = candidate
  }
  return best
}
