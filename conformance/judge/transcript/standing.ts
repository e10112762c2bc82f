import { type Use, validate } from '../../../schemas/index.ts'
import { stepsOf } from '../../../schemas/json-pointer.ts'
import { isAboutTexts } from '../../model/awkward.ts'
import type { Observation } from '../../model/observation.ts'
import type { RequestValue } from '../../model/operation.ts'
import { type AcceptanceIndex, isBeneath } from './dependence.ts'

/** One thing a request makes use of, and what belongs to it. */
export interface Addition {
  readonly use: Use
  /** The uses it cannot do without, itself among them. */
  readonly needs: readonly Use[]
  /** The uses that it holds and could do without. */
  readonly holds: readonly Use[]
  /** The uses without which the request would no longer be certainly valid. */
  readonly fixed: readonly Use[]
}

/**
 * Returns whether a request that makes use of `asked` is one that makes use of `base`, with that addition
 * (interpretation G2). What the other one has in the places of the addition, such as another value of the same member,
 * gave way to it.
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

/** The uses of a valid request, each with what it cannot do without and what it holds. */
export function additionsIn({ operation, request }: Observation, acceptances: AcceptanceIndex): readonly Addition[] {
  const { request: schema } = operation.schemas
  if (schema === undefined) return []
  const usesWithout = remembering((left: readonly string[]) => certainUses(schema, request.value, left))
  const fixed = request.uses.filter(({ pointer }) => usesWithout([pointer]) === undefined)
  return request.uses.map((use) => {
    const needed = neededBy(use, request.uses, usesWithout, acceptances)
    const needs = request.uses.filter(({ pointer }) => needed.has(pointer))
    const holds = request.uses.filter(({ pointer }) => !needed.has(pointer) && pointer.startsWith(`${use.pointer}/`))
    return { use, needs, holds, fixed }
  })
}

type UsesWithout = (places: readonly string[]) => ReadonlySet<string> | undefined

/** The places of a use and of all that it cannot do without, and what those cannot do without. */
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
 * Returns whether `next` cannot do without `other`: it lies within, or says that it depends on it; or the request is
 * not certain without the other, and is again when `next` goes too. What goes without harm is needed when it takes the
 * use along, and what cannot be left out for a reason of its own is not needed by anything.
 */
function isNeeded(use: Use, next: Use, other: Use, usesWithout: UsesWithout, acceptances: AcceptanceIndex): boolean {
  if (next.pointer === other.pointer || isBeneath(next, other, acceptances)) return true
  const left = usesWithout([other.pointer])
  if (left !== undefined) return !left.has(use.requirement)
  return usesWithout([other.pointer, next.pointer]) !== undefined
}

/** Returns the uses of a request without some places; `undefined` if it is then no longer certainly valid. */
function certainUses(schema: string, value: RequestValue, places: readonly string[]): ReadonlySet<string> | undefined {
  const deepestFirst = [...places].sort((one, other) => other.length - one.length)
  const left = deepestFirst.reduce<unknown>((at, place) => without(at, stepsOf(place)), value)
  const { violations, open, uses } = validate(schema, left)
  if (violations.length > 0 || open.some((site) => !isAboutTexts(site))) return undefined
  return new Set(uses.map(({ requirement }) => requirement))
}

function remembering<T>(answer: (places: readonly string[]) => T): (places: readonly string[]) => T {
  const known = new Map<string, T>()
  return (places) => {
    const key = JSON.stringify(places)
    if (!known.has(key)) known.set(key, answer(places))
    return known.get(key) as T
  }
}

/**
 * A value without one place, and without what holds nothing once it is gone: a list, an object, a turn without parts.
 */
function without(value: unknown, steps: readonly string[]): unknown {
  return pruned(value, steps).left
}

/** The rest of a value, and whether one of its lists was emptied: then the item that held it means nothing any more. */
interface Pruned {
  readonly left: unknown
  readonly isHollow: boolean
}

function pruned(value: unknown, [step, ...rest]: readonly string[]): Pruned {
  if (step === undefined || typeof value !== 'object' || value === null) return { left: value, isHollow: false }
  const isList = Array.isArray(value)
  let isHollow = false
  const members = Object.entries(value).flatMap(([name, member]): readonly (readonly [string, unknown])[] => {
    if (name !== step) return [[name, member]]
    if (rest.length === 0) return []
    const below = pruned(member, rest)
    if (isList && below.isHollow) return []
    if (!isEmpty(below.left)) return [[name, below.left]]
    isHollow = Array.isArray(member)
    return []
  })
  return { left: isList ? members.map(([, member]) => member) : Object.fromEntries(members), isHollow }
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
