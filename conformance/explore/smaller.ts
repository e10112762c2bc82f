import fc from 'fast-check'
import { get, remove } from '../../schemas/json-pointer.ts'
import type { Operation, RequestValue } from '../model/operation.ts'
import { canonical, isSame } from '../plan/schema/json.ts'
import type { Language } from '../plan/schema/language.ts'
import { send } from '../plan/subject.ts'
import { type Classification, classify, isSameClass } from '../plan/violations.ts'
import { type Step, stepsFrom } from './steps.ts'
import { weightOf } from './weight.ts'

/** What a request is that shrinks; what asks for something unspecified breaks nothing. */
export type Kind = Classification | 'unspecified'

/** What shrinking keeps to: whether a value is still what it was, and if not, which of its places are in the way. */
export type Fitness = (value: RequestValue) => { readonly fits: boolean; readonly inTheWay: readonly string[] }

/** What a value shrinks to, and how it is checked. */
interface Shrinking {
  /** The plain request of the operation, where it is known: all requests shrink towards it. */
  readonly plain: RequestValue | undefined
  /** Other requests that fail in the same way: what is not in all of them is hardly needed. */
  readonly alike?: readonly RequestValue[]
  readonly fitness: Fitness
  /** What a request of this value is billed; by default all cost the same. */
  readonly cost?: (value: RequestValue) => number
  /** Set once nothing smaller is wanted any more. */
  readonly isOver?: () => boolean
}

/**
 * Whether a value is a request of the same kind: certainly valid, breaking the same requirement and nothing else, or
 * breaking nothing.
 */
export function fitnessOf(language: Language, operation: Operation, kind: Kind): Fitness {
  const { request: schema } = operation.schemas
  if (kind === 'unspecified') return unspecifiedFitness(language, operation)
  return (value) => {
    const classified = classify(language, operation, value)
    // What cannot be written as it is, such as facts that no file has, is no request.
    if (classified !== undefined && isSameClass(classified.class, kind) && isSame(classified.value, value))
      return { fits: true, inTheWay: [] }
    if (schema === undefined) return { fits: false, inTheWay: [] }
    const { violations, open } = language.validate(schema, value)
    const wanted = kind === 'valid' ? undefined : kind.breaks
    const others = violations.filter(({ requirement }) => requirement === undefined || requirement !== wanted)
    return { fits: false, inTheWay: [...open, ...others].map(({ pointer }) => pointer) }
  }
}

/** What is certainly valid stays so; what asks for something unspecified goes on without it, or with it. */
function unspecifiedFitness(language: Language, operation: Operation): Fitness {
  return (value) => {
    const sent = send(operation, value)
    const isFaithful = sent !== undefined && operation.matches(sent.request) && isSame(sent.value, value)
    const { violations } = language.validate(operation.schemas.request ?? '', value)
    if (violations.length > 0) return { fits: false, inTheWay: violations.map(({ pointer }) => pointer) }
    return { fits: isFaithful, inTheWay: [] }
  }
}

/** The steps that are known not to help; what went before a step that helped did not. */
type Tried = ReadonlySet<string>

/** Smaller requests of the same kind, the boldest first. A step that helps leads on to those that were not tried. */
export function smaller(
  value: RequestValue,
  context: unknown,
  shrinking: Shrinking,
): fc.Stream<fc.Value<RequestValue>> {
  return fc.stream(steps(value, context instanceof Set ? (context as Tried) : new Set(), shrinking))
}

function* steps(value: RequestValue, tried: Tried, shrinking: Shrinking): Generator<fc.Value<RequestValue>> {
  const weight = weightOf(value)
  const met = new Set<string>([canonical(value)])
  const names = new Set(tried)
  const all: readonly Step[] = [...stepsFrom(value, shrinking)]
  const fresh = all.filter(({ name }) => !tried.has(name))
  // What did not help before may help now that other things are gone.
  const again = all.filter(({ name }) => tried.has(name))
  for (const [list, known] of [
    [fresh, names],
    [again, new Set<string>()],
  ] as const) {
    for (const { name, value: next } of list) {
      if (shrinking.isOver?.() === true) return
      const mended = weightOf(next) < weight ? mend(next, shrinking.fitness) : undefined
      const text = mended === undefined ? '' : canonical(mended)
      if (mended !== undefined && weightOf(mended) < weight && !met.has(text)) {
        met.add(text)
        yield new fc.Value(mended, new Set(known))
      }
      known.add(name)
    }
  }
}

/** How many places that are in the way are taken away before a step is given up. */
const patience = 6

/** The value without what only stood there because of what is gone: a choice among tools that are no longer declared. */
export function mend(value: RequestValue, fitness: Fitness): RequestValue | undefined {
  let current = value
  for (let turn = 0; turn < patience; turn += 1) {
    const { fits, inTheWay } = fitness(current)
    if (fits) return current
    const place = inTheWay.find((pointer) => pointer.split('/').length > 2 && get(current, pointer) !== undefined)
    if (place === undefined) return undefined
    current = remove(current, place)
  }
  return undefined
}
