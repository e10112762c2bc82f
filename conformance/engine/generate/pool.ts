import type { AreaArbitraries, Deciding, Provoking, Random } from '../../core/model/arbitraries.ts'
import { hasAwkwardText } from '../../core/model/awkward.ts'
import type { RequestValue } from '../../core/model/operation.ts'
import { reachable } from '../plan/schema/understood.ts'
import { isNotDrawn, type Subject } from '../plan/subject.ts'
import { RequestArbitrary } from './arbitrary.ts'
import { type Covered, newCovered, type RequestCandidate } from './covered.ts'
import { type ItemIndex, itemIndexOf } from './items.ts'
import { pairsIn } from './pairwise.ts'
import { type Fragment, type Possible, possibleInSteps } from './possible.ts'
import { generatorFrom, randomOver } from './random.ts'
import {
  arranged,
  type DrawGoal,
  type Drawn,
  deepestMerge,
  holds,
  piecesFor,
  provokingFor,
  type SmallSteps,
  withFragment,
} from './requests.ts'

/**
 * Requests of one schema, drawn in batches. The first batch has a small request for each item that can be constructed;
 * the others have random requests, some of them with the items that occurred least so far. It depends on nothing that
 * was chosen, so the operations of one schema share it.
 */
export interface RequestPool {
  /** The operation that the requests are drawn for. */
  readonly subject: Subject
  /** Returns the batch with this number, counted from 0, after some steps. */
  batch(number: number): SmallSteps<readonly Drawn[]>
}

/** The random draws in a batch, and those with a pair or a value that no earlier one has. */
const perBatch = { random: 2, pairs: 2, values: 2 }

/** The draws to provoke one behavior, and the most of them until one does. The one with the fewest features is kept. */
const triesToProvoke = { usual: 4, most: 40 }

/** The most draws to find the features that cannot be constructed. */
const mostSearched = 300

/** The most draws with one fragment. */
const mostTries = 4

/** The inputs of a pool. */
export interface RequestPoolOptions {
  readonly subject: Subject
  readonly arbitraries: AreaArbitraries
  readonly seed: number
  readonly plain: RequestValue
  /** Features that probes use. They are not searched for. */
  readonly probed: ReadonlySet<string>
}

export function newRequestPool(options: RequestPoolOptions): RequestPool {
  const batches: (readonly Drawn[])[] = []
  const drawing = drawBatches(options)
  return {
    subject: options.subject,
    *batch(number) {
      while (batches.length <= number) {
        const next = drawing.next().value
        if (next === undefined) yield
        else batches.push(next)
      }
      return batches[number]!
    },
  }
}

/** Yields batches, and `undefined` after each step of the work on them. */
function* drawBatches(options: RequestPoolOptions): Generator<readonly Drawn[] | undefined, never> {
  const { subject, arbitraries, seed } = options
  const { schemas, exclusions } = subject.operation
  const index = itemIndexOf(subject.root!)
  const covered = newCovered(index)
  const possible = yield* possibleInSteps(subject.language, schemas.request ?? '', exclusions)
  const requests = new RequestArbitrary(subject, arbitraries)
  const generator = generatorFrom(seed)
  const drawing: Drawing = {
    covered,
    index,
    random: randomOver(generator),
    draw: (goal) => requests.aimedAt(goal).generate(generator).value,
    keep: (drawn) => {
      covered.add(requestCandidate(index, drawn, []))
      return drawn
    },
  }
  const first = [...(yield* constructed(options, possible, drawing))]
  for (const provoking of provokingFor(subject, arbitraries)) {
    yield
    first.push(...drawProvoking(provoking, drawing))
  }
  yield [...first, ...(yield* searched(options, drawing))]
  const aims = newAims(possible, index)
  for (;;) yield yield* aimed(aims, drawing)
}

/** Returns random requests, and requests with open pairs and values. */
function* aimed(aims: ReturnType<typeof newAims>, drawing: Drawing): SmallSteps<readonly Drawn[]> {
  const goals = [
    ...Array<undefined>(perBatch.random).fill(undefined),
    ...Array.from({ length: perBatch.pairs }, () => aims.pair(drawing)),
    ...Array.from({ length: perBatch.values }, () => aims.value(drawing)),
  ]
  const batch: Drawn[] = []
  for (const fragment of goals) {
    yield
    batch.push(drawing.keep(drawing.draw({ fragment, isFull: fragment !== undefined })))
  }
  return batch
}

/** The state of a pool. */
interface Drawing {
  /** The items of the requests so far. */
  readonly covered: Covered
  readonly index: ItemIndex
  readonly random: Random
  readonly draw: (goal: DrawGoal) => Drawn
  /** Counts the items of a request. */
  readonly keep: (drawn: Drawn) => Drawn
}

export function requestCandidate(
  index: ItemIndex,
  drawn: Drawn,
  provoking: readonly Provoking[],
  deciding: readonly Deciding[] = [],
): RequestCandidate {
  return {
    drawn,
    items: index.itemsOf(drawn.value),
    provokes: provoking.filter(({ body }) => holds(drawn.value.body, body)).map(({ id }) => `provokes ${id}`),
    decides: pairsIn(drawn.value, deciding),
    isAwkward: hasAwkwardText(drawn.value),
    score: Number.POSITIVE_INFINITY,
  }
}

/** Returns the plain request with each item and each piece that can be added to it. */
function* constructed(
  { subject, arbitraries, plain }: RequestPoolOptions,
  { features, values, counts }: Possible,
  { covered, index, random, draw, keep }: Drawing,
): SmallSteps<readonly Drawn[]> {
  keep({ value: plain, uses: [] })
  const found: Drawn[] = []
  const construct = (fragment: Fragment, isOpen: () => boolean): void => {
    for (let depth = 0; depth <= Math.min(deepestMerge, listsOn(fragment)) && isOpen(); depth += 1) {
      const value = withFragment(plain, fragment, depth) as RequestValue
      const drawn = arranged(subject, arbitraries, random, value, 0)
      if (drawn !== undefined && covered.add(requestCandidate(index, drawn, [])).length > 0) found.push(drawn)
    }
  }
  for (const piece of piecesFor(subject, arbitraries)) {
    const before = found.length
    yield
    construct(piece, () => found.length === before)
    found.push(keep(draw({ fragment: piece, isFull: true })))
  }
  for (const [name, ways] of features)
    for (const way of ways.slice(0, mostTries)) {
      yield
      construct(way, () => covered.isNewFeature(index.featureNamed(name)))
    }
  for (const [name, fragment] of [...values, ...counts]) {
    yield
    construct(fragment, () => covered.isNew(index.itemNamed(name)))
  }
  return found
}

/** Returns the number of lists on the way to a fragment. */
function listsOn({ path }: Fragment): number {
  return path.split('/*').length - 1
}

function drawProvoking(provoking: Provoking, { draw, keep }: Drawing): readonly Drawn[] {
  const goal = { provoking, isOrdinary: true }
  const found: Drawn[] = []
  for (let tries = 0; tries < triesToProvoke.usual || (found.length === 0 && tries < triesToProvoke.most); tries += 1) {
    const drawn = draw(goal)
    if (holds(drawn.value.body, provoking.body)) found.push(drawn)
  }
  return found
    .sort((one, other) => one.uses.length - other.uses.length)
    .slice(0, 1)
    .map(keep)
}

/** Draws until every feature with a requirement is used, and returns the draws that use a new one. */
function* searched(
  { subject, probed }: RequestPoolOptions,
  { covered, draw, keep }: Drawing,
): SmallSteps<readonly Drawn[]> {
  const missing = new Set(featuresOf(subject).filter((id) => covered.isNewUse(id) && !probed.has(id)))
  const found: Drawn[] = []
  for (let tries = 0; tries < mostSearched && missing.size > 0; tries += 1) {
    yield
    const drawn = draw({ isOrdinary: true })
    if (!drawn.uses.some((use) => missing.has(use))) continue
    for (const use of drawn.uses) missing.delete(use)
    found.push(keep(drawn))
  }
  return found
}

/** Returns the features in the schema of an operation that the vendor does not declare absent. */
function featuresOf(subject: Subject): readonly string[] {
  const inSchema = [...reachable(subject.root!)].flatMap(({ features }) => features)
  return [...new Set(inSchema)].filter((id) => subject.requirements.has(id) && !isNotDrawn(subject, id))
}

interface Aims {
  /** Returns a fragment with a feature that has not been used together with many others yet. */
  pair(drawing: Drawing): Fragment | undefined
  /** Returns a fragment with a class of values or a count that no request has yet, the least tried one. */
  value(drawing: Drawing): Fragment | undefined
}

function newAims({ features, values, counts }: Possible, index: ItemIndex): Aims {
  const byFeature = [...features].map(([name, ways]) => ({ feature: index.featureNamed(name), ways, tries: 0 }))
  const open = [...values, ...counts].map(([name, fragment]) => ({ item: index.itemNamed(name), fragment, tries: 0 }))
  return {
    pair({ covered, random }) {
      // Some pairs are impossible, so a feature counts less the more often it was aimed at.
      const weighed = byFeature.map((one) => ({ one, weight: covered.openPairsOf(one.feature) / (1 + one.tries) }))
      const most = Math.max(0, ...weighed.map(({ weight }) => weight))
      const best = weighed.filter(({ weight }) => weight > 0 && weight >= most / 2)
      if (best.length === 0) return undefined
      const { one } = random.pick(best)
      one.tries += 1
      return random.pick(one.ways)
    },
    value({ covered, random }) {
      const left = open.filter(({ item, tries }) => tries < mostTries && covered.isNew(item))
      const least = Math.min(...left.map(({ tries }) => tries))
      const candidates = left.filter(({ tries }) => tries === least)
      if (candidates.length === 0) return undefined
      const chosen = random.pick(candidates)
      chosen.tries += 1
      return chosen.fragment
    },
  }
}
