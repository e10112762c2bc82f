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
}

/**
 * Turns a rejected request into the nearest accepted one that has its features, except those that were never accepted. Changes
 * one place after another, those of these features last, and returns the change that leads to acceptance, by bisection. For
 * example, a gateway accepts tools only with a description: then the name of the tool is not the cause, although no
 * request with that name was accepted before.
 */
export async function compareWithNearest(
  language: Language,
  { operation, value, accepted, known }: BesideAccepted,
  send: (value: RequestValue) => Promise<TrialOutcome>,
): Promise<MemberChange | undefined> {
  const usesOf = (one: RequestValue) => language.validate(operation.schemas.request ?? '', one).uses
  const uses = usesOf(value)
  const suspected = uses.filter(({ requirement }) => !known.has(requirement))
  const needed = uses.filter(({ requirement }) => known.has(requirement))
  const [nearest = []] = accepted
    .map((one) => ({
      // An accepted request with another value of the same member says more than one without it.
      lacks: lacking(needed, usesOf(one)) + suspected.filter(({ pointer }) => get(one, pointer) === undefined).length,
      changes: changesBetween(value.body, one.body, '/body'),
    }))
    .toSorted((one, other) => one.lacks - other.lacks || effortOf(one.changes) - effortOf(other.changes))
    .map(({ changes }) => changes)
  const isOfSuspect = (change: MemberChange): boolean =>
    suspected.some(({ pointer }) => isWithin(change.pointer, pointer) || isWithin(pointer, change.pointer))
  const ordered = nearest.toSorted((one, other) => Number(isOfSuspect(one)) - Number(isOfSuspect(other)))
  const path = pathAlong(ordered, value, fitnessOf(language, operation, 'valid'))
  let [rejected, served] = [-1, path.length - 1]
  while (served - rejected > 1) {
    const middle = Math.floor((rejected + served) / 2)
    const outcome = await send(path[middle]!.value)
    if (outcome === 'spent') return undefined
    if (outcome === 'holds') rejected = middle
    else served = middle
  }
  return path[served]?.change
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

function differences(from: unknown, to: unknown, pointer: string): readonly (MemberChange & { isAdded: boolean })[] {
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
