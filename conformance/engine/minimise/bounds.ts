import { set, withoutIndexes } from '../../../schemas/json-pointer.ts'
import type { Operation, RequestValue } from '../../core/model/operation.ts'
import type { Language } from '../plan/schema/language.ts'
import { encodedMembers } from '../plan/values/changes.ts'
import { fitnessOf, type TrialOutcome } from './minimise.ts'
import { everySpot, isInNestedSchema, type Spot } from './steps.ts'

/** A rejected request, and accepted ones of the same operation. */
interface Bounded {
  readonly operation: Operation
  readonly value: RequestValue
  readonly accepted: readonly RequestValue[]
}

/** The most requests that are sent to find the bounds of one rejected request. */
export const mostForBounds = 8

/**
 * Takes each number, length of a text and length of a list that is larger or smaller than in every accepted request into
 * the accepted range. If the request is then accepted, sends it with values in between, by bisection. The judge reads the
 * bound from these requests.
 */
export async function findBounds(
  language: Language,
  { operation, value, accepted }: Bounded,
  holds: (value: RequestValue) => Promise<TrialOutcome>,
): Promise<void> {
  const fitness = fitnessOf(language, operation, 'valid')
  let left = mostForBounds
  for (const { spot, inside } of beyondAccepted({ operation, value, accepted })) {
    const tried = async (size: number): Promise<TrialOutcome> => {
      const resized = set(value, spot.pointer, ofSize(spot.value, size))
      if (left <= 0 || !fitness(resized).fits) return 'spent'
      left -= 1
      return holds(resized)
    }
    if ((await tried(inside)) !== 'gone') continue
    let [rejected, served] = [sizeOf(spot.value)!, inside]
    for (let next = between(rejected, served, spot); next !== undefined; next = between(rejected, served, spot)) {
      const outcome = await tried(next)
      if (outcome === 'spent') return
      if (outcome === 'holds') rejected = next
      else served = next
    }
    return
  }
}

/** Returns the places whose size is beyond that of all accepted requests, each with the nearest accepted size. */
function beyondAccepted({ operation, value, accepted }: Bounded) {
  const known = new Map<string, number[]>()
  for (const { body } of accepted)
    for (const { pointer, value: at } of everySpot(body, '/body')) {
      const size = sizeOf(at)
      if (size !== undefined) known.set(withoutIndexes(pointer), [...(known.get(withoutIndexes(pointer)) ?? []), size])
    }
  return [...everySpot(value.body, '/body')].flatMap((spot) => {
    const size = sizeOf(spot.value)
    const sizes = known.get(withoutIndexes(spot.pointer))
    if (size === undefined || sizes === undefined || isOpaque(spot)) return []
    const [least, most] = [Math.min(...sizes), Math.max(...sizes)]
    // The specification does not tell how many tokens a target has to allow (interpretation M6).
    const isOpen = operation.tokenLimits?.includes(spot.pointer) === true
    if (size > most && !isOpen) return [{ spot, inside: most }]
    return size < least ? [{ spot, inside: least }] : []
  })
}

function isOpaque({ pointer }: Spot): boolean {
  return encodedMembers.has(pointer.slice(pointer.lastIndexOf('/') + 1)) || isInNestedSchema(pointer)
}

function sizeOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' || Array.isArray(value) ? value.length : undefined
}

/** Returns a number, or a text or list cut or repeated to a length. */
function ofSize(value: unknown, size: number): unknown {
  if (typeof value === 'number') return size
  if (typeof value === 'string') return value.repeat(Math.ceil(size / value.length)).slice(0, size)
  return Array.isArray(value) ? Array.from({ length: size }, (_, index) => value[index % value.length]) : value
}

/** Numbers that are not whole are told apart down to this difference. */
const finest = 0.01

/** Returns a size between two others: a whole one, or else a fraction of a number. `undefined` if none is left. */
function between(rejected: number, served: number, { value }: Spot): number | undefined {
  const [least, most] = [Math.min(rejected, served), Math.max(rejected, served)]
  const middle = (least + most) / 2
  if (Number.isInteger(rejected) && Number.isInteger(served) && most - least > 1) return Math.floor(middle)
  const rounded = Number(middle.toFixed(2))
  return typeof value === 'number' && most - least > finest && rounded > least && rounded < most ? rounded : undefined
}
