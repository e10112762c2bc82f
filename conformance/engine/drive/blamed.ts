import { below, get, parentOf, remove, set, stepsOf } from '../../../schemas/json-pointer.ts'
import type { Operation, RequestValue } from '../../core/model/operation.ts'
import { fitnessOf, fixValue } from '../minimise/minimise.ts'
import { otherCaseOf } from '../minimise/steps.ts'
import { isSame } from '../plan/schema/json.ts'
import type { Language } from '../plan/schema/language.ts'
import { classify } from '../plan/violations.ts'

/** The difference between a minimised request and its base, without what was accepted elsewhere. */
export interface Blamed {
  /** The requirements of its features. */
  readonly requirements: ReadonlySet<string>
  /**
   * The members that hold them, in both spellings of their names, with their smallest values. A request with one of
   * these is sent with that value and without the member, which shows whether it has another cause.
   */
  readonly members: readonly { readonly pointer: string; readonly value: unknown }[]
}

/** Returns whether one feature alone is common to a cause and to the others that share features with it. */
export function isSettled({ requirements }: Pick<Blamed, 'requirements'>, blamed: readonly Blamed[]): boolean {
  const related = blamed.filter((one) => [...one.requirements].some((requirement) => requirements.has(requirement)))
  const common = [...requirements].filter((requirement) => related.every((one) => one.requirements.has(requirement)))
  return common.length === 1
}

/**
 * Returns the features of a minimised request that neither its base nor any accepted request uses. A feature that the
 * original lacks is no cause: a smaller request may name its tool `a`, and the original was rejected with `lookup`.
 */
export function blameIn(
  language: Language,
  { schemas }: Operation,
  {
    value,
    original,
    base,
    accepted,
  }: {
    readonly value: RequestValue
    readonly original: RequestValue
    readonly base: RequestValue | undefined
    readonly accepted: ReadonlySet<string>
  },
): Blamed {
  const usedIn = (one: RequestValue | undefined) =>
    one === undefined ? [] : language.validate(schemas.request ?? '', one).uses
  const namesIn = (one: RequestValue | undefined) => new Set(usedIn(one).map(({ requirement }) => requirement))
  const inBase = namesIn(base)
  const inOriginal = namesIn(original)
  const beyond = usedIn(value).filter(({ requirement }) => !inBase.has(requirement) && !accepted.has(requirement))
  const shared = beyond.filter(({ requirement }) => inOriginal.has(requirement))
  const own = shared.length > 0 ? shared : beyond
  const members = own
    .filter(({ pointer }) => !stepsOf(pointer).some((step) => /^\d+$/.test(step)))
    .flatMap(({ pointer }) =>
      [pointer, inOtherCase(pointer)].map((one) => ({ pointer: one, value: get(value, pointer) })),
    )
  return { requirements: new Set(own.map(({ requirement }) => requirement).sort()), members }
}

function inOtherCase(pointer: string): string {
  const steps = stepsOf(pointer)
  return below(parentOf(pointer), otherCaseOf(steps.at(-1) ?? ''))
}

/** Returns the request with one of its members reduced to the smallest value that is known to be rejected. */
export function withSmallestMembers(
  language: Language,
  operation: Operation,
  request: RequestValue,
  blamed: readonly Blamed[],
): readonly RequestValue[] {
  return blamed
    .flatMap(({ members }) => members)
    .filter(({ pointer, value }) => get(request, pointer) !== undefined && !isSame(get(request, pointer), value))
    .map(({ pointer, value }) => set(request, pointer, value))
    .filter((smaller) => classify(language, operation, smaller)?.class === 'valid')
}

/**
 * Returns the request without the known causes of rejection, or the request itself if it contains none. Returns
 * `undefined` if it is not valid without them.
 */
export function withoutBlamed(
  language: Language,
  operation: Operation,
  value: RequestValue,
  blamed: readonly Blamed[],
): RequestValue | undefined {
  const fitness = fitnessOf(language, operation, 'valid')
  let current = value
  for (const { requirements, members } of blamed) {
    const { uses } = language.validate(operation.schemas.request ?? '', current)
    const own = uses.filter(({ requirement }) => requirements.has(requirement))
    const found = new Set(own.map(({ requirement }) => requirement)).size
    const isWhole = found === requirements.size
    // A request with only some of several features shows which of them is the cause.
    if (!isWhole && found > 0 && !isSettled({ requirements }, blamed)) continue
    const places = [...members.map(({ pointer }) => pointer), ...(isWhole ? own.map(({ pointer }) => pointer) : [])]
    const rest = places.reduceRight((left, pointer) => remove(left, pointer), current)
    if (!isWhole && isSame(rest, current)) continue
    const fixed = isSame(rest, current) ? undefined : fixValue(rest, fitness)
    if (fixed === undefined) return undefined
    current = fixed
  }
  return current
}
