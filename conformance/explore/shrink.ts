import fc from 'fast-check'
import type { Operation, RequestValue } from '../model/operation.ts'
import { canonical } from '../plan/schema/json.ts'
import type { Language } from '../plan/schema/language.ts'
import { type Fitness, fitnessOf, type Kind, smaller } from './smaller.ts'

/** A request that fails, and what it is. */
export interface Failing {
  readonly operation: Operation
  readonly kind: Kind
  readonly value: RequestValue
  /** The plain request of the operation, where there is one. */
  readonly plain: RequestValue | undefined
  /** Other requests that fail in the same way. */
  readonly alike?: readonly RequestValue[]
  /** Requests that are known not to fail: they are not sent. */
  readonly holding?: readonly RequestValue[]
}

/** What a request showed when it was sent: that it fails too, that it does not, or that nothing more may be sent. */
export type Shown = 'fails' | 'holds' | 'spent'

/**
 * The smallest request of the same kind that fails in the same way, found by fast-check's shrinker: the failing request is
 * the example that a property starts from, and the property is what `shows` says. The failing request itself is known to
 * fail, and none is sent twice. What asks for something unspecified may become a valid request, and then stays one.
 */
export async function smallestFailing(
  language: Language,
  failing: Failing,
  shows: (value: RequestValue) => Promise<Shown>,
): Promise<RequestValue> {
  let isSpent = false
  const known = new Map((failing.holding ?? []).map((value) => [canonical(value), true]))
  known.set(canonical(failing.value), false)
  const holds = async (value: RequestValue): Promise<boolean> => {
    const text = canonical(value)
    const before = known.get(text)
    if (before !== undefined || isSpent) return before ?? true
    const shown = await shows(value)
    isSpent = shown === 'spent'
    known.set(text, shown !== 'fails')
    return shown !== 'fails'
  }
  const property = fc.asyncProperty(new RequestsLike(language, failing, () => isSpent), holds)
  const { counterexample } = await fc.check(property, { examples: [[failing.value]], numRuns: 1 })
  return counterexample?.[0] ?? failing.value
}

/** Requests of the kind of one that is given: all that is drawn is that one, and it shrinks. */
class RequestsLike extends fc.Arbitrary<RequestValue> {
  readonly #language: Language
  readonly #failing: Failing
  readonly #isOver: () => boolean

  constructor(language: Language, failing: Failing, isOver: () => boolean) {
    super()
    this.#language = language
    this.#failing = failing
    this.#isOver = isOver
  }

  generate(): fc.Value<RequestValue> {
    return new fc.Value(this.#failing.value, undefined)
  }

  override canShrinkWithoutContext(_value: unknown): _value is RequestValue {
    return true
  }

  override shrink(value: RequestValue, context: unknown): fc.Stream<fc.Value<RequestValue>> {
    const { operation, plain, alike = [] } = this.#failing
    const cost = (one: RequestValue): number => operation.cost(one).images
    return smaller(value, context, { plain, alike, fitness: this.#fitnessFrom(value), cost, isOver: this.#isOver })
  }

  #fitnessFrom(value: RequestValue): Fitness {
    const { operation, kind } = this.#failing
    const certain = fitnessOf(this.#language, operation, kind === 'unspecified' ? 'valid' : kind)
    return kind === 'unspecified' && !certain(value).fits ? fitnessOf(this.#language, operation, kind) : certain
  }
}
