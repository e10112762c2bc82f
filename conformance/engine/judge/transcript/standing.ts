import type { Use } from '../../../../schemas/index.ts'
import type { Members } from '../../../../schemas/json.ts'
import { stepsOf } from '../../../../schemas/json-pointer.ts'
import { isAboutTexts } from '../../../core/model/awkward.ts'
import type { Observation } from '../../../core/model/observation.ts'
import type { Operation, RequestValue } from '../../../core/model/operation.ts'
import { validated } from '../read/observe.ts'
import { type AcceptanceIndex, cannotOccurWithout } from './dependence.ts'

/** One use of a feature, and the uses that belong to it. */
export interface Addition {
  readonly use: Use
  /** The uses that it requires, including itself. */
  readonly needs: readonly Use[]
  /** The uses inside it that it does not require. */
  readonly holds: readonly Use[]
  /** The uses of the request that cannot be removed without making it invalid or unspecified. */
  readonly fixed: readonly Use[]
}

/**
 * Returns whether the uses `asked` are the uses `base` plus this addition (interpretation G2). The addition may replace
 * uses of the base at its places, such as another value of the same member.
 */
export function isAddedTo(base: readonly Use[], asked: readonly Use[], { needs, holds }: Addition): boolean {
  const inBase = idsOf(base)
  const inAsked = idsOf(asked)
  const brought = new Set([...needs, ...holds])
  return (
    asked.every((use) => inBase.has(use.requirement) || brought.has(use)) &&
    base.every(
      ({ requirement, pointer }) => inAsked.has(requirement) || needs.some((one) => isNested(one.pointer, pointer)),
    )
  )
}

function idsOf(uses: readonly Use[]): ReadonlySet<string> {
  return new Set(uses.map(({ requirement }) => requirement))
}

/** Returns whether two places are the same, or one lies within the other. */
export function isNested(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`)
}

/** Returns the uses of a valid request, each with those that it requires and those inside it. */
export function additionsIn({ operation, request }: Observation, acceptances: AcceptanceIndex): readonly Addition[] {
  const { request: schema } = operation.schemas
  if (schema === undefined) return []
  const usesWithout = remembering((left: readonly string[]) => certainUses(operation, schema, request.value, left))
  const fixed = request.uses.filter(({ pointer }) => usesWithout([pointer]) === undefined)
  return request.uses.map((use) => {
    const needed = neededBy(use, request.uses, usesWithout, acceptances)
    const needs = request.uses.filter(({ pointer }) => needed.has(pointer))
    const holds = request.uses.filter(({ pointer }) => !needed.has(pointer) && pointer.startsWith(`${use.pointer}/`))
    return { use, needs, holds, fixed }
  })
}

type UsesWithout = (places: readonly string[]) => ReadonlySet<string> | undefined

/** Returns the places of a use and of everything that it requires, directly or indirectly. */
function neededBy(
  use: Use,
  all: readonly Use[],
  usesWithout: UsesWithout,
  acceptances: AcceptanceIndex,
): ReadonlySet<string> {
  const needed = [use]
  const rest = new Set(all)
  for (const next of needed) {
    for (const other of rest) {
      if (!isNeeded(use, next, other, usesWithout, acceptances)) continue
      needed.push(other)
      rest.delete(other)
    }
  }
  return new Set(needed.map(({ pointer }) => pointer))
}

/**
 * Returns whether `next` requires `other`. It does if it lies within `other` or depends on it according to the
 * catalogue. If the request stays valid without `other`, `other` is required only if removing it removes `use` too. If
 * it does not, `other` is required if the request is valid again once `next` is removed as well.
 */
function isNeeded(use: Use, next: Use, other: Use, usesWithout: UsesWithout, acceptances: AcceptanceIndex): boolean {
  if (next.pointer === other.pointer || cannotOccurWithout(next, other, acceptances)) return true
  const left = usesWithout([other.pointer])
  if (left !== undefined) return !left.has(use.requirement)
  return usesWithout([other.pointer, next.pointer]) !== undefined
}

/** Returns the uses of a request without some places; `undefined` if it is then no longer certainly valid. */
function certainUses(
  operation: Operation,
  schema: string,
  value: RequestValue,
  places: readonly string[],
): ReadonlySet<string> | undefined {
  const deepestFirst = [...places].sort((one, other) => other.length - one.length)
  const left = deepestFirst.reduce<unknown>((at, place) => without(at, stepsOf(place)), value)
  const { violations, open, uses } = validated(operation, schema, left)
  if (violations.length > 0 || open.some((site) => !isAboutTexts(site))) return undefined
  return new Set(uses.map(({ requirement }) => requirement))
}

function remembering<T>(answer: (places: readonly string[]) => T): (places: readonly string[]) => T {
  const known = new Map<string, T>()
  return (places) => {
    const key = places.join('\n')
    if (!known.has(key)) known.set(key, answer(places))
    return known.get(key) as T
  }
}

/**
 * Removes one place from a value, together with containers that become empty: a list, an object, a turn without parts.
 */
function without(value: unknown, steps: readonly string[]): unknown {
  return pruned(value, steps, 0).left
}

/**
 * The rest of a value. `isHollow` is true if one of its lists became empty, so that the item that held it is removed
 * too.
 */
interface Pruned {
  readonly left: unknown
  readonly isHollow: boolean
}

function pruned(value: unknown, steps: readonly string[], at: number): Pruned {
  const step = steps[at]
  if (step === undefined || typeof value !== 'object' || value === null || !Object.hasOwn(value, step))
    return { left: value, isHollow: false }
  if (at === steps.length - 1) return { left: withoutMember(value, step), isHollow: false }
  const inner = (value as Members)[step]
  const below = pruned(inner, steps, at + 1)
  if (Array.isArray(value) && below.isHollow) return { left: withoutMember(value, step), isHollow: false }
  if (isEmpty(below.left)) return { left: withoutMember(value, step), isHollow: Array.isArray(inner) }
  const left = Array.isArray(value) ? value.with(Number(step), below.left) : { ...value, [step]: below.left }
  return { left, isHollow: false }
}

function withoutMember(value: object, step: string): unknown {
  if (Array.isArray(value)) return value.toSpliced(Number(step), 1)
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== step))
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
