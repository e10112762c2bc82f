import { membersOf } from '../../../schemas/json.ts'
import { below, get, remove } from '../../../schemas/json-pointer.ts'
import type { Operation, RequestValue } from '../../core/model/operation.ts'
import { canonicalJson, isSame } from '../plan/schema/json.ts'
import type { Language } from '../plan/schema/language.ts'
import { send } from '../plan/subject.ts'
import { type Classification, classify, isSameClass } from '../plan/violations.ts'
import { unfulfillable } from './nested-schemas.ts'
import { readingSize } from './plainer-values.ts'
import { stepsFrom } from './steps.ts'

/** The class of a request that is minimised. A request that uses something unspecified violates nothing. */
export type RequestKind = Classification | 'unspecified'

/** A request with a property to preserve, and related requests. */
export interface Minimisable {
  readonly operation: Operation
  readonly kind: RequestKind
  readonly value: RequestValue
  /** The accepted request of the operation that the result should be close to, usually the plain one. */
  readonly base: RequestValue | undefined
  /** Other requests with the same property. */
  readonly alike?: readonly RequestValue[]
  /** Requests that are known to lack the property. They are not sent. */
  readonly known?: readonly RequestValue[]
  /** True to try the names of members in the other case too (`top_k` and `topK`). */
  readonly isRespelled?: boolean
}

/** The result of sending a candidate. `spent` means that the budget allows no further request. */
export type TrialOutcome = 'holds' | 'gone' | 'spent'

/**
 * Finds a smallest request of the same kind for which `holds` still returns `holds`: delta debugging over the
 * differences between the request and its base. Each step removes some differences, many at first, then single ones.
 * After a successful step, the search continues with the untried steps. No candidate is sent twice. Each one is valid,
 * or violates the same single requirement as the request.
 */
export async function minimise(
  language: Language,
  request: Minimisable,
  holds: (value: RequestValue) => Promise<TrialOutcome>,
): Promise<RequestValue> {
  const { operation, kind, value, base, alike = [], known = [], isRespelled = false } = request
  const gone = new Set(known.map(canonicalJson))
  const cost = (one: RequestValue): number => operation.cost(one).images
  let current = value
  let tried: ReadonlySet<string> = new Set()
  search: for (;;) {
    const fitness = fitnessFrom(language, operation, kind, current)
    for (const candidate of candidates(current, tried, { base, alike, fitness, cost, isRespelled })) {
      const text = canonicalJson(candidate.value)
      if (gone.has(text)) continue
      const outcome = await holds(candidate.value)
      if (outcome === 'spent') return current
      if (outcome === 'holds' && candidate.isBeside !== true) {
        gone.add(canonicalJson(current))
        current = candidate.value
        tried = candidate.tried
        continue search
      }
      gone.add(text)
    }
    return current
  }
}

/** Returns whether a value is still of its kind, and if not, which of its places prevent it. */
export type Fitness = (value: RequestValue) => { readonly fits: boolean; readonly inTheWay: readonly string[] }

/**
 * Returns the fitness for a kind: certainly valid, violating one requirement and nothing else, or violating nothing.
 */
export function fitnessOf(language: Language, operation: Operation, kind: RequestKind): Fitness {
  const { request: schema } = operation.schemas
  if (kind === 'unspecified') return unspecifiedFitness(language, operation)
  return (value) => {
    const classified = classify(language, operation, value)
    // A value that cannot be written exactly, such as facts that no file has, is no request.
    if (classified !== undefined && isSameClass(classified.class, kind) && isSame(classified.value, value)) {
      const inTheWay = kind === 'valid' ? unfulfillable(value.body) : []
      return { fits: inTheWay.length === 0, inTheWay }
    }
    if (schema === undefined) return { fits: false, inTheWay: [] }
    const { violations, open } = language.validate(schema, value)
    const wanted = kind === 'valid' ? undefined : kind.breaks
    const others = violations.filter(({ requirement }) => requirement === undefined || requirement !== wanted)
    return { fits: false, inTheWay: [...open, ...others].map(({ pointer }) => pointer) }
  }
}

/**
 * Returns the fitness for the next steps. A request with something unspecified may become valid, and then stays valid.
 */
function fitnessFrom(language: Language, operation: Operation, kind: RequestKind, value: RequestValue): Fitness {
  const certain = fitnessOf(language, operation, kind === 'unspecified' ? 'valid' : kind)
  return kind === 'unspecified' && !certain(value).fits ? fitnessOf(language, operation, kind) : certain
}

function unspecifiedFitness(language: Language, operation: Operation): Fitness {
  return (value) => {
    const sent = send(operation, value)
    const isFaithful = sent !== undefined && operation.matches(sent.request) && isSame(sent.value, value)
    const { violations } = language.validate(operation.schemas.request ?? '', value)
    if (violations.length > 0) return { fits: false, inTheWay: violations.map(({ pointer }) => pointer) }
    return { fits: isFaithful, inTheWay: [] }
  }
}

/**
 * Yields smaller requests of the same kind, the largest steps first. `tried` contains the names of steps that did not
 * help before; they come last.
 */
export function smallerRequests(
  language: Language,
  { operation, kind, value, base }: Pick<Minimisable, 'operation' | 'kind' | 'value' | 'base'>,
  tried: ReadonlySet<string> = new Set(),
): Generator<SmallerRequest> {
  const fitness = fitnessFrom(language, operation, kind, value)
  const cost = (one: RequestValue): number => operation.cost(one).images
  return candidates(value, tried, { base, alike: [], fitness, cost, isRespelled: false })
}

interface Search {
  readonly base: RequestValue | undefined
  readonly alike: readonly RequestValue[]
  readonly fitness: Fitness
  readonly cost: (value: RequestValue) => number
  readonly isRespelled: boolean
}

/** A smaller value, and the names of the steps that are known not to help from there. */
export interface SmallerRequest {
  readonly value: RequestValue
  readonly tried: ReadonlySet<string>
  readonly isBeside?: true | undefined
}

/** Yields smaller values of the same kind: first from untried steps, then from tried ones, which may help now. */
function* candidates(value: RequestValue, tried: ReadonlySet<string>, search: Search): Generator<SmallerRequest> {
  const weight = readingSize(value)
  const met = new Set<string>([canonicalJson(value)])
  const names = new Set(tried)
  const all = [...stepsFrom(value, search)]
  const fresh = all.filter(({ name }) => !tried.has(name))
  const again = all.filter(({ name }) => tried.has(name))
  for (const [steps, known] of [
    [fresh, names],
    [again, new Set<string>()],
  ] as const) {
    for (const { name, value: next, isTowardsBase = false, isBeside } of steps) {
      const isStep = (one: RequestValue): boolean => isTowardsBase || readingSize(one) < weight
      const fixed = isStep(next) ? fixValue(next, search.fitness) : undefined
      const text = fixed === undefined ? '' : canonicalJson(fixed)
      if (fixed !== undefined && isStep(fixed) && !met.has(text)) {
        met.add(text)
        yield { value: fixed, tried: new Set(known), isBeside }
      }
      known.add(name)
    }
  }
}

/** The most places that are removed to repair one step. */
const patience = 6

/**
 * Removes places that prevent a value from fitting, such as a choice among tools that are no longer declared. Where a
 * whole object does, one of its members may be enough: a schema for the output without its mime type. Returns
 * `undefined` if that does not help.
 */
export function fixValue(value: RequestValue, fitness: Fitness): RequestValue | undefined {
  let current = value
  for (let turn = 0; turn < patience; turn += 1) {
    const { fits, inTheWay } = fitness(current)
    if (fits) return current
    const place = inTheWay.find((pointer) => pointer.split('/').length > 2 && get(current, pointer) !== undefined)
    if (place === undefined) return undefined
    const fixed = withoutOneMember(current, place, fitness)
    if (fixed !== undefined) return fixed
    current = remove(current, place)
  }
  return undefined
}

function withoutOneMember(value: RequestValue, place: string, fitness: Fitness): RequestValue | undefined {
  const members = Object.keys(membersOf(get(value, place)))
  if (members.length < 2) return undefined
  return members.map((member) => remove(value, below(place, member))).find((smaller) => fitness(smaller).fits)
}
