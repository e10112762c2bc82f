import type { Use } from '../../../schemas/index.ts'
import { isObject } from '../../../schemas/json.ts'
import { below, get, isWithin, parentOf, set, stepsOf, withoutIndexes } from '../../../schemas/json-pointer.ts'
import type { Operation, RequestValue } from '../../core/model/operation.ts'
import { isSame } from '../plan/schema/json.ts'
import type { Language } from '../plan/schema/language.ts'
import { type Fitness, fitnessOf, type TrialOutcome } from './minimise.ts'
import { readingSize } from './plainer-values.ts'
import { everySpot, inCamelCase } from './steps.ts'

/** A rejected request, and accepted ones of the same operation. */
interface BesideAccepted {
  readonly operation: Operation
  readonly value: RequestValue
  readonly accepted: readonly RequestValue[]
  /** The requirements of the features that were accepted. Another feature may be the cause. */
  readonly known: ReadonlySet<string>
}

/** One place at which two requests differ, and the value there in the other one; `undefined` if it has none. */
export interface MemberChange {
  readonly pointer: string
  readonly value: unknown
  /** True if only the other one has a value there. */
  readonly isAdded: boolean
}

/**
 * Turns a rejected request into the nearest accepted one with its features, except those that were never accepted: the
 * suspects. Changes one place after another, those of the suspects last, and returns the change that leads to acceptance.
 * For example, a gateway accepts tools only with a description: then the name of the tool is not the cause, although no
 * request with that name was accepted before. If a suspect seems to be the cause, gives the request all the members that
 * its objects lack and those of accepted requests have.
 */
export async function compareWithNearest(
  language: Language,
  { operation, value, accepted, known }: BesideAccepted,
  send: (value: RequestValue) => Promise<TrialOutcome>,
): Promise<MemberChange | undefined> {
  const usesOf = (one: RequestValue) => language.validate(operation.schemas.request ?? '', one).uses
  const uses = usesOf(value)
  const suspects = uses.filter(({ requirement }) => !known.has(requirement)).map(({ pointer }) => pointer)
  const needed = uses.filter(({ requirement }) => known.has(requirement))
  const isOfSuspect = ({ pointer }: MemberChange): boolean =>
    suspects.some((suspect) => isWithin(pointer, suspect) || isWithin(suspect, pointer))
  // An accepted request with another value of the same member says more than one without it.
  const lacks = (one: RequestValue): number =>
    lacking(needed, usesOf(one)) + suspects.filter((suspect) => get(one, suspect) === undefined).length
  const fitness = fitnessOf(language, operation, 'valid')
  const changes = nearestOf(value, accepted, lacks)
  const ordered = [...changes.filter((one) => !isOfSuspect(one)), ...changes.filter(isOfSuspect)]
  const path = pathAlong(ordered, value, fitness)
  const suspect = path.findIndex(({ change }) => isOfSuspect(change))
  const found = await leadingTo(path, { first: suspect - 1, served: path.length - 1 }, send)
  if (found === undefined || !isOfSuspect(found)) return found
  const filled = pathAlong(absentIn(value, accepted), value, fitness)
  return (await leadingTo(filled, { first: filled.length - 1, served: filled.length }, send)) ?? found
}

/** Returns the changes into the nearest of the requests that lack least. */
function nearestOf(
  value: RequestValue,
  accepted: readonly RequestValue[],
  lacks: (one: RequestValue) => number,
): readonly MemberChange[] {
  const counted = accepted.map((one) => ({ one, lacks: lacks(one) }))
  const least = Math.min(...counted.map((one) => one.lacks))
  const [nearest = []] = counted
    .filter((one) => one.lacks === least)
    .map(({ one }) => changesBetween(value.body, one.body, '/body'))
    .toSorted((one, other) => effortOf(one) - effortOf(other))
  return nearest
}

/**
 * Finds the change on a path that leads to acceptance, by bisection. The request at index `served` is known to be accepted;
 * an index beyond the path means that none is. The request at `first` is sent before all others.
 */
async function leadingTo(
  path: readonly Changed[],
  { first, ...known }: { readonly first: number; readonly served: number },
  send: (value: RequestValue) => Promise<TrialOutcome>,
): Promise<MemberChange | undefined> {
  let [rejected, served] = [-1, known.served]
  for (let next = first; served - rejected > 1; next = -1) {
    const tried = next < 0 ? Math.floor((rejected + served) / 2) : next
    const outcome = await send(path[tried]!.value)
    if (outcome === 'spent') return undefined
    if (outcome === 'holds') rejected = tried
    else served = tried
  }
  return path[served]?.change
}

/** Returns the members that objects of accepted requests have and those of a request lack, each with its smallest value. */
function absentIn(request: RequestValue, accepted: readonly RequestValue[]): readonly MemberChange[] {
  const known = new Map<string, unknown>()
  for (const { pointer, value } of accepted.flatMap(({ body }) => [...everySpot(body, '/body')])) {
    const place = withoutIndexes(pointer)
    if (!known.has(place) || readingSize(value) < readingSize(known.get(place))) known.set(place, value)
  }
  return [...everySpot(request.body, '/body')].flatMap(({ pointer, value }) => {
    if (!isObject(value)) return []
    const places = [...known].filter(([place]) => parentOf(place) === withoutIndexes(pointer))
    return places
      .map(([place, member]) => ({ name: stepsOf(place).at(-1) ?? '', member }))
      .filter(({ name }) => !Object.hasOwn(value, name))
      .map(({ name, member }) => ({ pointer: below(pointer, name), value: member, isAdded: true }))
  })
}

/** A change, and the request with it and those before it. */
interface Changed {
  readonly change: MemberChange
  readonly value: RequestValue
}

/** Returns the valid requests on the way, each with one change more. A change that is not valid yet is made later. */
function pathAlong(changes: readonly MemberChange[], from: RequestValue, fitness: Fitness): readonly Changed[] {
  for (const change of changes) {
    const value = set(from, change.pointer, change.value)
    if (!fitness(value).fits) continue
    const rest = changes.filter((one) => one !== change)
    return [{ change, value }, ...pathAlong(rest, value, fitness)]
  }
  return []
}

/** Returns a request with the same change at each place of its kind, in both spellings, for example in every tool. */
export function withChange(request: RequestValue, { pointer, value }: MemberChange): RequestValue {
  const placeOf = (one: string): string => stepsOf(withoutIndexes(one)).map(inCamelCase).join('/')
  const parent = placeOf(parentOf(pointer))
  return [...everySpot(request.body, '/body')]
    .filter((spot) => placeOf(spot.pointer) === parent)
    .map((spot) => below(spot.pointer, stepsOf(pointer).at(-1) ?? ''))
    .reduce((one, place) => set(one, place, value), request)
}

function lacking(needed: readonly Use[], uses: readonly Use[]): number {
  const own = new Set(uses.map(({ requirement }) => requirement))
  return needed.filter(({ requirement }) => !own.has(requirement)).length
}

/** Returns the changes that turn one value into another: added members first, then others, then removed members. */
function changesBetween(from: unknown, to: unknown, pointer: string): readonly MemberChange[] {
  const changes = differences(from, to, pointer)
  const rank = ({ isAdded, value }: (typeof changes)[number]) => (isAdded ? 0 : value === undefined ? 2 : 1)
  return changes.toSorted((one, other) => rank(one) - rank(other))
}

function differences(from: unknown, to: unknown, pointer: string): readonly MemberChange[] {
  if (isSame(from, to)) return []
  const isAlike = Array.isArray(from) ? Array.isArray(to) && from.length <= to.length : isObject(from) && isObject(to)
  if (!isAlike) return [{ pointer, value: to, isAdded: from === undefined }]
  const steps = [...new Set([...Object.keys(from as object), ...Object.keys(to as object)])]
  return steps.flatMap((step) =>
    differences(get(from, below('', step)), get(to, below('', step)), below(pointer, step)),
  )
}

function effortOf(changes: readonly MemberChange[]): number {
  return changes.reduce((sum, { value }) => sum + readingSize(value), 0)
}
