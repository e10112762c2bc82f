import fc from 'fast-check'
import type { AreaArbitraries } from '../../core/model/arbitraries.ts'
import type { RequestValue } from '../../core/model/operation.ts'
import { smallerRequests } from '../minimise/minimise.ts'
import { prove, type Subject } from '../plan/subject.ts'
import type { SingleViolationRequest } from '../plan/violations.ts'
import { classify } from '../plan/violations.ts'
import { randomOver } from './random.ts'
import { type DrawGoal, type Drawn, drawRequest, piecesFor, provokingFor } from './requests.ts'
import { controlOf } from './violable-constraints.ts'
import { violations } from './violate.ts'

/** The most draws until one succeeds. */
const mostDraws = 20

/** Names of steps of the minimiser that did not help with a larger request. */
type Tried = ReadonlySet<string>

/**
 * Valid requests of an operation. The plan draws its requests from it. Shrinks with the steps of the minimiser, and
 * also requests that it did not generate.
 */
export class RequestArbitrary extends fc.Arbitrary<Drawn> {
  readonly #subject: Subject
  readonly #arbitraries: AreaArbitraries
  readonly #goals: readonly DrawGoal[]
  readonly #plain: RequestValue

  constructor(subject: Subject, arbitraries: AreaArbitraries, goals: readonly DrawGoal[] = [{}]) {
    super()
    this.#subject = subject
    this.#arbitraries = arbitraries
    this.#goals = goals
    this.#plain = plainOf(subject)
  }

  /**
   * Returns an arbitrary for use without a plan. Half of its requests have a piece of the area, or provoke a behavior,
   * which random draws rarely do.
   */
  static varied(subject: Subject, arbitraries: AreaArbitraries): RequestArbitrary {
    const aimed = [
      ...piecesFor(subject, arbitraries).map((fragment): DrawGoal => ({ fragment })),
      ...provokingFor(subject, arbitraries).map((provoking): DrawGoal => ({ provoking })),
    ]
    return new RequestArbitrary(subject, arbitraries, [{}, ...aimed.flatMap((goal) => [goal, {}])])
  }

  /** Returns the requests that have an item or provoke a behavior. A few of them may lack it. */
  aimedAt(goal: DrawGoal): RequestArbitrary {
    return new RequestArbitrary(this.#subject, this.#arbitraries, [goal])
  }

  generate(random: fc.Random): fc.Value<Drawn> {
    const source = randomOver(random)
    for (let turn = 0; turn < mostDraws; turn += 1) {
      const drawn = drawRequest(this.#subject, this.#arbitraries, source, source.pick(this.#goals))
      if (drawn !== undefined) return new fc.Value(drawn, undefined)
    }
    return new fc.Value({ value: this.#plain, uses: [] }, undefined)
  }

  canShrinkWithoutContext(value: unknown): value is Drawn {
    return prove(this.#subject, (value as Drawn).value) !== undefined
  }

  shrink({ value }: Drawn, context: unknown): fc.Stream<fc.Value<Drawn>> {
    return fc.stream(smaller(this.#subject, value, 'valid', context as Tried | undefined)).map(({ request, tried }) => {
      const uses = prove(this.#subject, request)?.uses ?? []
      return new fc.Value({ value: request, uses }, tried)
    })
  }
}

/** A request that violates exactly one requirement. */
export interface DrawnViolation {
  readonly value: RequestValue
  /** The id of the requirement. */
  readonly violates: string
}

/** Single-violation requests of an operation: valid requests with one change. */
export class ViolationArbitrary extends fc.Arbitrary<DrawnViolation> {
  readonly #subject: Subject
  readonly #valid: RequestArbitrary

  constructor(subject: Subject, arbitraries: AreaArbitraries) {
    super()
    this.#subject = subject
    this.#valid = RequestArbitrary.varied(subject, arbitraries)
  }

  generate(random: fc.Random): fc.Value<DrawnViolation> {
    const { operation } = this.#subject
    const source = randomOver(random)
    for (let turn = 0; turn < mostDraws; turn += 1) {
      const request = operation.write(this.#valid.generate(random).value.value)
      const [found] = violations(this.#subject, [controlOf(operation, 'drawn', request)], source)
      if (found !== undefined) return new fc.Value(violationOf(this.#subject, found.broken), undefined)
    }
    throw new Error(`${operation.id} has no requirement that a request can violate`)
  }

  canShrinkWithoutContext(value: unknown): value is DrawnViolation {
    const { value: request, violates } = value as DrawnViolation
    const found = classify(this.#subject.language, this.#subject.operation, request)?.class
    return found !== undefined && found !== 'valid' && found.breaks === violates
  }

  shrink({ value, violates }: DrawnViolation, context: unknown): fc.Stream<fc.Value<DrawnViolation>> {
    return fc
      .stream(smaller(this.#subject, value, { breaks: violates }, context as Tried | undefined))
      .map(({ request, tried }) => new fc.Value({ value: request, violates }, tried))
  }
}

function violationOf({ operation }: Subject, { request, requirement }: SingleViolationRequest): DrawnViolation {
  return { value: operation.read(request), violates: requirement }
}

function* smaller(
  subject: Subject,
  value: RequestValue,
  kind: 'valid' | { readonly breaks: string },
  tried: Tried | undefined,
): Generator<{ readonly request: RequestValue; readonly tried: Tried }> {
  const { language, operation } = subject
  for (const one of smallerRequests(language, { operation, kind, value, base: plainOf(subject) }, tried))
    if (one.isBeside !== true) yield { request: one.value, tried: one.tried }
}

function plainOf({ operation, templates }: Subject): RequestValue {
  const [plain] = templates
  if (plain === undefined) throw new Error(`${operation.id} has no plain request`)
  return plain.value
}
