import fc from 'fast-check'
import { remove, set } from '../../schemas/json-pointer.ts'
import { memoize } from '../model/memoize.ts'
import type { RequestValue } from '../model/operation.ts'
import { byPlace, type Site, walk } from '../plan/schema/walk.ts'
import { type Subject, say } from '../plan/subject.ts'
import { type Broken, confirmed, loneViolation } from '../plan/violations.ts'
import { fitnessOf, smaller } from './smaller.ts'
import { shuffled } from './valid.ts'
import { wrongValues } from './wrong-values.ts'

/** Places and values that are looked at for one violation, before another request is taken to break. */
const patience = 60

/**
 * Draws requests that break exactly one requirement, and are otherwise one of the given requests, which a target
 * accepts. Every place of a request is as likely as any other, then every keyword there, then every wrong value.
 */
export class InvalidRequests extends fc.Arbitrary<RequestValue> {
  readonly #subject: Subject
  readonly #bases: readonly RequestValue[]
  /** The places of a base, each with all that is said of it: every draw asks for them. */
  readonly #placesIn = memoize((base: RequestValue): readonly (readonly Site[])[] => {
    const { language, root } = this.#subject
    return root === undefined ? [] : [...byPlace(walk(language, root, base)).values()]
  })
  /** What was found out when a request was drawn, for as long as the request is kept. */
  readonly #broken = new WeakMap<RequestValue, Broken>()

  constructor(subject: Subject, bases: readonly RequestValue[]) {
    super()
    this.#subject = subject
    this.#bases = bases
  }

  generate(random: fc.Random): fc.Value<RequestValue> {
    for (let turn = 0; turn < patience; turn += 1) {
      const base = this.#bases[random.nextInt(0, this.#bases.length - 1)] as RequestValue
      const broken = brokenOf(this.#subject, base, this.#placesIn(base), random)
      if (broken === undefined) continue
      this.#broken.set(broken.value, broken)
      return new fc.Value(broken.value, undefined)
    }
    throw new Error(`${this.#subject.operation.id}: no request with one violation was found`)
  }

  /** What one of the drawn requests breaks, with its bytes; `undefined` for any other request. */
  brokenBy(value: RequestValue): Broken | undefined {
    return this.#broken.get(value)
  }

  override canShrinkWithoutContext(value: unknown): value is RequestValue {
    return loneViolation(say(this.#subject, value as RequestValue)) !== undefined
  }

  override shrink(value: RequestValue, context: unknown): fc.Stream<fc.Value<RequestValue>> {
    const { language, operation, templates } = this.#subject
    const kind = loneViolation(say(this.#subject, value))
    if (kind === undefined) return fc.Stream.nil()
    const fitness = fitnessOf(language, operation, { breaks: kind.requirement })
    return smaller(value, context, { plain: templates[0]?.value, fitness })
  }
}

type DrawnBroken = Broken & { readonly value: RequestValue }

function brokenOf(
  subject: Subject,
  base: RequestValue,
  places: readonly (readonly Site[])[],
  random: fc.Random,
): DrawnBroken | undefined {
  for (const sites of shuffled(places, random).slice(0, patience)) {
    const broken = brokenAt(subject, base, sites, random)
    if (broken !== undefined) return broken
  }
  return undefined
}

function brokenAt(
  subject: Subject,
  base: RequestValue,
  sites: readonly Site[],
  random: fc.Random,
): DrawnBroken | undefined {
  const all = sites.flatMap((site) => wrongValues(site))
  const keywords = shuffled([...new Set(all.map(({ keyword }) => keyword))], random)
  for (const keyword of keywords) {
    for (const { pointer, value: wrong } of shuffled(
      all.filter((one) => one.keyword === keyword),
      random,
    )) {
      const value = wrong === undefined ? remove(base, pointer) : set(base, pointer, wrong)
      const lone = loneViolation(say(subject, value))
      const broken = lone && confirmed(subject, { ...lone, sound: base, value })
      if (broken !== undefined) return { ...broken, value }
    }
  }
  return undefined
}
