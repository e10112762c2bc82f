import fc from 'fast-check'
import type { Validation } from '../../schemas/index.ts'
import { isAboutTexts } from '../model/awkward.ts'
import type { RequestValue } from '../model/operation.ts'
import { isSound } from '../plan/schema/language.ts'
import { isAbsent, prove, type Subject } from '../plan/subject.ts'
import type { Chosen, Recipe, Unspecified } from './recipe.ts'
import { fitnessOf, smaller } from './smaller.ts'

/** How much of what may stand in a request does, at least and at most: some requests are sparse, some are full. */
const densities = [0.1, 0.3, 0.6, 1] as const

type Features = Recipe['features']

/** Builds requests of features that go together; which those are, `fits` says. */
class Builder {
  readonly #subject: Subject
  readonly #build: Recipe['build']
  readonly #fits: (said: Validation) => boolean

  constructor(subject: Subject, { build }: Recipe, fits: (said: Validation) => boolean) {
    this.#subject = subject
    this.#build = build
    this.#fits = fits
  }

  /** A request with as many of these as go together, the first ones first; what needs a later one has a second chance. */
  request(values: readonly (readonly [name: string, value: unknown])[]): RequestValue {
    const first = this.#adding({}, values)
    const others = values.filter(([name]) => !(name in first))
    return this.#build(this.#adding(first, others))
  }

  /** Adds what goes together: all of it, or else as much as possible of its first half, then of the other. */
  #adding(chosen: Chosen, values: readonly (readonly [name: string, value: unknown])[]): Chosen {
    if (values.length === 0) return chosen
    const all = { ...chosen, ...Object.fromEntries(values) }
    if (this.#isFitting(this.#build(all))) return all
    if (values.length === 1) return chosen
    const middle = Math.ceil(values.length / 2)
    return this.#adding(this.#adding(chosen, values.slice(0, middle)), values.slice(middle))
  }

  #isFitting(value: RequestValue): boolean {
    const { language, operation } = this.#subject
    // Hardly any of these values is asked about again: they are not remembered.
    const said = language.validate(operation.schemas.request ?? '', value)
    return this.#fits(said) && !said.uses.some(({ requirement }) => isAbsent(this.#subject, requirement))
  }
}

/** Features as they are drawn: in an order of their own each time, few of them or many. */
function someOf(features: Features, random: fc.Random, bias: number | undefined, least = 0) {
  const density = densities[random.nextInt(0, densities.length - 1)] ?? 1
  return shuffled(Object.entries(features), random)
    .filter((_, index) => index < least || random.nextInt(0, 99) < density * 100)
    .map(([name, arbitrary]) => [name, arbitrary.generate(random, bias).value] as const)
}

/**
 * Draws requests that are certainly valid. One feature that would break a rule beside those already chosen is left out: so
 * every combination that may stand together can be drawn.
 */
export class ValidRequests extends fc.Arbitrary<RequestValue> {
  readonly #subject: Subject
  readonly #recipe: Recipe
  readonly #builder: Builder

  constructor(subject: Subject, recipe: Recipe) {
    super()
    this.#subject = subject
    this.#recipe = recipe
    this.#builder = new Builder(subject, recipe, isSound)
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<RequestValue> {
    return new fc.Value(this.#builder.request(someOf(this.#recipe.features, random, bias)), undefined)
  }

  override canShrinkWithoutContext(value: unknown): value is RequestValue {
    return prove(this.#subject, value as RequestValue) !== undefined
  }

  override shrink(value: RequestValue, context: unknown): fc.Stream<fc.Value<RequestValue>> {
    const { language, operation } = this.#subject
    return smaller(value, context, { plain: this.#plain(), fitness: fitnessOf(language, operation, 'valid') })
  }

  #plain(): RequestValue {
    return this.#subject.templates[0]?.value ?? this.#recipe.build({})
  }
}

/** Draws requests that break nothing and ask for something that the specification leaves unspecified. They do not shrink. */
export class UnspecifiedRequests extends fc.Arbitrary<RequestValue> {
  readonly #recipe: Recipe
  readonly #unspecified: Unspecified
  readonly #builder: Builder

  constructor(subject: Subject, recipe: Recipe, unspecified: Unspecified) {
    super()
    this.#recipe = recipe
    this.#unspecified = unspecified
    this.#builder = new Builder(subject, recipe, (said) => isUnspecifiedAt(said, unspecified.places))
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<RequestValue> {
    const first = someOf(this.#unspecified.features, random, bias, 1)
    const others = someOf(this.#recipe.features, random, bias).filter(([name]) => !(name in this.#unspecified.features))
    return new fc.Value(this.#builder.request([...first, ...others]), undefined)
  }

  override canShrinkWithoutContext(_value: unknown): _value is RequestValue {
    return false
  }

  override shrink(): fc.Stream<fc.Value<RequestValue>> {
    return fc.Stream.nil()
  }
}

/** Whether what is said of a request is that it breaks nothing, and leaves unspecified at most what stands in these places. */
function isUnspecifiedAt({ violations, open }: Validation, places: readonly string[]): boolean {
  return violations.length === 0 && open.every((site) => isAboutTexts(site) || places.includes(site.pointer))
}

/** The same things in an order drawn at random. */
export function shuffled<T>(all: readonly T[], random: fc.Random): readonly T[] {
  const order = [...all]
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = random.nextInt(0, last)
    const moved = order[last] as T
    order[last] = order[other] as T
    order[other] = moved
  }
  return order
}
