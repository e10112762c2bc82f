import { below } from '../../schemas/json-pointer.ts'
import type { RequestValue } from '../model/operation.ts'
import { isObject } from '../plan/schema/json.ts'

/** A place in a value and what stands there. */
export interface Spot {
  readonly pointer: string
  readonly value: unknown
  readonly depth: number
  /** Whether it is one of several items of a list. */
  readonly isOneOfSeveral: boolean
}

/** A value and everything in it, from the outside in. */
export function* everySpot(value: unknown, pointer: string, depth = 0, isOneOfSeveral = false): Generator<Spot> {
  yield { pointer, value, depth, isOneOfSeveral }
  const members = Array.isArray(value) ? value.entries() : isObject(value) ? Object.entries(value) : []
  const isLong = Array.isArray(value) && value.length > 1
  for (const [step, member] of members) yield* everySpot(member, below(pointer, step), depth + 1, isLong)
}

/** A pointer that is the same for all items of a list. */
export function placeOf(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')
}

/** What stands at each place of the plain request: any item of a list is plain as its items are. */
export function plainPlaces(plain: RequestValue | undefined): ReadonlyMap<string, unknown> {
  return new Map([...everySpot(plain?.body, '/body')].map(({ pointer, value }) => [placeOf(pointer), value]))
}
