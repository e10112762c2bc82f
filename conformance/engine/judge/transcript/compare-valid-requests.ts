import type { Use } from '../../../../schemas/index.ts'
import { isUnaltered } from '../../../core/model/exchange.ts'
import type { Endpoint } from '../../../core/model/vocabulary.ts'
import { type Canonical, isPartOf, sameWithout, scalarsOf, without } from './canonical.ts'
import { groupBy } from './group-by.ts'
import { addedMember, type Lacked, type Larger, largerIn, type Shape, shapeOfAll, soleDifference } from './sizes.ts'
import type { Trace } from './trace.ts'

/** Compares valid requests with accepted ones of the same operation, to tell which feature caused a rejection. */
export interface ValidRequestComparisons {
  /** Returns the acceptance requirements with a use that got a 2xx on an operation. */
  acceptedUses(operation: Endpoint): ReadonlySet<string>
  /** Returns whether one accepted request has all these uses. */
  isUsedTogether(operation: Endpoint, uses: readonly Use[]): boolean
  /**
   * Returns the acceptance requirements that explain a rejection on an operation: the request used no other feature that
   * was never accepted.
   */
  soleCulprits(operation: Endpoint): ReadonlySet<string>
  /** Returns whether the request was rejected even without all the features it uses. Then none of them is to blame. */
  isRejectedBare(trace: Trace): boolean
  /**
   * Returns the uses of the requests with which others of an operation are compared. The plain request uses nothing. If
   * it is rejected itself, returns the smallest sets of uses that got a 2xx; `undefined` if there are none.
   */
  basesFor(operation: Endpoint): readonly (readonly Use[])[] | undefined
  /** Returns the uses of accepted requests that equal the rejected one without some of its uses. */
  neighboursOf(trace: Trace): readonly (readonly Use[])[]
  /**
   * Returns whether a smaller request that is a part of this one was not accepted either, and no request between the two
   * was accepted. Then that one is judged.
   */
  isSmallerUnserved(trace: Trace): boolean
  /** Returns whether the same request was accepted with another spelling of its JSON. */
  isAcceptedRespelled(trace: Trace): boolean
  /** Returns the parts and largest sizes of the accepted requests of an operation. */
  acceptedShape(operation: Endpoint): Shape
  /**
   * Returns the part of a rejected request that is larger than in every accepted one and is the reason: some rejected
   * request differs from an accepted one in the size of that part only, or all rejected ones have a larger body. A part
   * that is too large in all of them comes first.
   */
  provenSize(trace: Trace): Larger | undefined
  /** Returns what distinguishes rejected requests of an operation from accepted ones that are equal otherwise. */
  provenOn(operation: Endpoint): Proven
  /** Returns whether a request with the same value was accepted. */
  isAcceptedOtherwise(trace: Trace): boolean
}

/** Compares the requests of a run. `unserved` are the valid requests of each operation that were not accepted. */
export function compareValidRequests(
  traces: readonly Trace[],
  unserved: ReadonlyMap<Endpoint, readonly Trace[]>,
): ValidRequestComparisons {
  const accepted = groupBy(
    traces.filter(({ control }) => control),
    ({ operation }) => operation,
  )
  const acceptedOn = ({ operation }: Trace): readonly Trace[] => accepted.get(operation) ?? []
  const acceptedTexts = new Set(
    traces.flatMap(({ control, operation }) => (control === undefined ? [] : [`${operation} ${control.text}`])),
  )
  const acceptedSpellings = groupBy(
    traces.filter(({ control, unspelled }) => control !== undefined && unspelled !== undefined),
    ({ unspelled }) => unspelled,
  )
  const uses = new Map([...accepted].map(([operation, group]) => [operation, usesOf(group)]))
  const shapes = new Map([...accepted].map(([operation, group]) => [operation, shapeOfAll(shapesIn(group))]))
  const decisive = new Map<Endpoint, DecisiveSizes>()
  const decisiveOn = (operation: Endpoint): DecisiveSizes => {
    const known = decisive.get(operation) ?? decisiveSizes(unserved.get(operation) ?? [], accepted.get(operation) ?? [])
    decisive.set(operation, known)
    return known
  }
  const soleCulprits = new Map(
    [...unserved].map(([operation, requests]) => [operation, soleNever(requests, uses.get(operation) ?? new Set())]),
  )
  const bases = new Map([...accepted].map(([operation, group]) => [operation, basesIn(group)]))
  const plain = traces.filter(({ uses }) => uses?.length === 0)
  const plainAccepted = new Set(plain.filter(({ control }) => control).map(({ operation }) => operation))
  const plainRejected = new Set(
    plain.filter(isRejectedOrFailed).flatMap(({ operation }) => (plainAccepted.has(operation) ? [] : [operation])),
  )
  const plainScalars = new Set(plain.flatMap(({ control }) => (control ? scalarsOf(control) : [])))
  const rejectedBare = new Set(plain.filter(isRejectedOrFailed).map(bareOf))
  for (const { operation, control } of plain)
    if (control !== undefined) rejectedBare.delete(bareOf({ operation, bare: control.text }))
  return {
    acceptedUses: (operation) => uses.get(operation) ?? new Set(),
    isUsedTogether: (operation, uses) =>
      (accepted.get(operation) ?? []).some((one) => {
        const own = usesOf([one])
        return uses.every(({ requirement }) => own.has(requirement))
      }),
    soleCulprits: (operation) => soleCulprits.get(operation) ?? new Set(),
    acceptedShape: (operation) => shapes.get(operation) ?? shapeOfAll([]),
    provenSize: ({ operation, shape }) => {
      const known = shapes.get(operation)
      if (shape === undefined || known === undefined) return undefined
      const decisive = decisiveOn(operation)
      const proven = provenSizeIn(largerIn(shape.sizes, known.sizes), decisive)
      return proven && { ...proven, ...decisive.boundOf(proven, shape) }
    },
    provenOn: decisiveOn,
    isRejectedBare: (trace) => trace.bare !== undefined && rejectedBare.has(bareOf(trace)),
    basesFor: (operation) => (plainRejected.has(operation) ? bases.get(operation) : plainBase(accepted.has(operation))),
    neighboursOf: oncePerTrace((trace) => neighboursIn(acceptedOn(trace), trace)),
    isSmallerUnserved: oncePerTrace((trace) =>
      (unserved.get(trace.operation) ?? []).some(
        (one) => isSmaller(one, trace, plainScalars) && !isAcceptedBetween(one, trace, acceptedOn(trace), plainScalars),
      ),
    ),
    isAcceptedRespelled: ({ unspelled, identity }) =>
      unspelled !== undefined && (acceptedSpellings.get(unspelled) ?? []).some((one) => one.identity !== identity),
    isAcceptedOtherwise: ({ whole, operation, ...shown }) =>
      whole !== undefined && isUnaltered(shown, 'request-body') && acceptedTexts.has(`${operation} ${whole.text}`),
  }
}

/** The differences that alone separate some rejected request from an accepted one. */
interface Proven {
  /** The places at which they differ. */
  readonly places: ReadonlySet<string>
  readonly lacked: readonly Lacked[]
}

/** The sizes that distinguish rejected requests of an operation from accepted ones. */
interface DecisiveSizes extends Proven {
  /** The number of rejected requests. */
  readonly count: number
  /** Returns whether a part is larger in every rejected request than in all accepted ones. */
  readonly isCommon: (part: Larger) => boolean
  /** Returns the least rejected size of a part, among requests that differ from a rejected one in nothing else. */
  readonly boundOf: (part: Larger, rejected: Shape) => Pick<Larger, 'rejectedFrom'>
}

function decisiveSizes(rejected: readonly Trace[], accepted: readonly Trace[]): DecisiveSizes {
  const [own, others] = [shapesIn(rejected), shapesIn(accepted)]
  const known = shapeOfAll(others)
  const larger = own.map((shape) => new Set(largerIn(shape.sizes, known.sizes).map(keyOfPart)))
  const differing = own.map((one) => new Set(others.flatMap((other) => soleDifference(one, other, known) ?? [])))
  return {
    places: new Set(differing.flatMap((places) => [...places])),
    lacked: own.flatMap((by) =>
      others.flatMap((other) => addedMember(by, other) ?? []).map((member) => ({ member, by })),
    ),
    count: own.length,
    isCommon: (part) => larger.every((keys) => keys.has(keyOfPart(part))),
    boundOf: (part, shape) => {
      const alike = own.filter((one) => one === shape || soleDifference(shape, one, known) === part.place)
      if (!alike.some((one) => differing[own.indexOf(one)]?.has(part.place))) return {}
      const sizes = alike.flatMap(({ sizes }) => sizes.get(keyOfPart(part)) ?? [])
      return sizes.every((size) => size > part.most) ? { rejectedFrom: Math.min(...sizes) } : {}
    },
  }
}

function keyOfPart({ unit, place }: Larger): string {
  return `${unit} ${place}`
}

/** The fewest rejected requests that prove a size of the whole body by exceeding it. */
const fewest = 3

/** Returns the proven part. A number of members or bytes is the reason only if all rejected requests exceed it. */
function provenSizeIn(larger: readonly Larger[], { places, count, isCommon }: DecisiveSizes): Larger | undefined {
  const isOfWhole = ({ unit }: Larger): boolean => unit === 'members' || unit === 'bytes'
  const proven = larger.filter((part) => (isOfWhole(part) ? count >= fewest && isCommon(part) : places.has(part.place)))
  return proven.find(isCommon) ?? proven[0]
}

/** Caches an answer by trace, since every requirement on a valid request asks the same questions. */
function oncePerTrace<T>(answer: (trace: Trace) => T): (trace: Trace) => T {
  const known = new Map<Trace, T>()
  return (trace) => {
    if (!known.has(trace)) known.set(trace, answer(trace))
    return known.get(trace) as T
  }
}

/** Returns the acceptance requirements with a use in these requests. */
export function usesOf(traces: readonly Trace[]): ReadonlySet<string> {
  return new Set(traces.flatMap(({ uses }) => (uses ?? []).map(({ requirement }) => requirement)))
}

/** Returns the requirements that are the only ones of a request that was not accepted and not among the accepted ones. */
function soleNever(unserved: readonly Trace[], accepted: ReadonlySet<string>): ReadonlySet<string> {
  const never = unserved.map((trace) => [...usesOf([trace])].filter((requirement) => !accepted.has(requirement)))
  return new Set(never.filter(({ length }) => length === 1).flat())
}

function shapesIn(traces: readonly Trace[]): readonly Shape[] {
  return traces.flatMap(({ shape }) => shape ?? [])
}

/** Returns the key of a request without all the features it uses, on its operation. */
function bareOf({ operation, bare = '' }: Pick<Trace, 'operation' | 'bare'>): string {
  return `${operation} ${bare}`
}

function isRejectedOrFailed({ responseClass, fate }: Trace): boolean {
  return responseClass === 'rejected' || fate === 'failed'
}

function plainBase(hasAccepted: boolean): readonly (readonly Use[])[] | undefined {
  return hasAccepted ? [[]] : undefined
}

/** Returns the minimal sets of uses: those of which no other accepted set is a proper subset. */
function basesIn(traces: readonly Trace[]): readonly (readonly Use[])[] {
  const certain = traces.flatMap(({ uses }) => (uses === undefined ? [] : [uses]))
  const sets = certain.map((uses) => new Set(uses.map(({ requirement }) => requirement)))
  return certain.filter((_, index) => {
    const own = sets[index]!
    return !sets.some((other) => other.size < own.size && [...other].every((id) => own.has(id)))
  })
}

function neighboursIn(accepted: readonly Trace[], { whole, uses = [] }: Trace): readonly (readonly Use[])[] {
  if (whole === undefined) return []
  /** By the places of its further uses: most accepted requests lack the same ones. */
  const comparisons = new Map<string, (control: Canonical) => boolean>()
  return accepted.flatMap(({ control, uses: own }) => {
    if (control === undefined || own === undefined || own.length >= uses.length) return []
    const beyond = uses.filter(({ requirement }) => !own.some((one) => one.requirement === requirement))
    const places = beyond.map(({ pointer }) => pointer)
    const key = places.join('\n')
    const isEqual = comparisons.get(key) ?? sameWithout(places, without(whole, places))
    comparisons.set(key, isEqual)
    return isEqual(control) ? [own] : []
  })
}

function isSmaller(one: Trace, other: Trace, usual: ReadonlySet<string>): boolean {
  if (one.whole === undefined || other.whole === undefined || one.identity === other.identity) return false
  const isLess = sizeOf(one.uses) - sizeOf(other.uses) || scalarsOf(one.whole).length - scalarsOf(other.whole).length
  return isLess < 0 && isPartOf(one.whole, other.whole, usual)
}

/**
 * Returns whether an accepted request contains the smaller one and is part of the other. Then the smaller one was
 * rejected for something that it lacks, which does not explain the rejection of the other.
 */
function isAcceptedBetween(
  { whole: smaller }: Trace,
  { whole: larger }: Trace,
  accepted: readonly Trace[],
  usual: ReadonlySet<string>,
): boolean {
  if (smaller === undefined || larger === undefined) return false
  return accepted.some(
    ({ control }) => control !== undefined && isPartOf(smaller, control, usual) && isPartOf(control, larger, usual),
  )
}

function sizeOf(uses: readonly Use[] = []): number {
  return uses.length
}
