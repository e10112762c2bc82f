import type { RequestValue } from '../../model/operation.ts'
import { isObject } from '../schema/json.ts'
import { below, remove, set } from '../schema/pointer.ts'

/** One step towards a simpler value. */
export interface Reduction {
  /** What the step does, wherever it starts from. */
  readonly name: string
  readonly value: RequestValue
}

/**
 * Simpler versions of a value, the boldest first: many members taken away at once, then single members and items, and
 * only then texts cut and numbers made smaller.
 */
export function reductionsOf(value: RequestValue): readonly Reduction[] {
  const spots = [...everySpot(value, '')].sort((one, other) => weightOf(other.value) - weightOf(one.value))
  const replaced = (name: string, way: (value: unknown) => readonly unknown[]) =>
    spots.flatMap(({ pointer, value: at }) =>
      way(at).map((one, index) => ({ name: `${pointer} ${name} ${index}`, value: set(value, pointer, one) })),
    )
  const removed = spots.slice(1).map(({ pointer }) => ({ name: `${pointer} away`, value: remove(value, pointer) }))
  return [...replaced('chunk', chunks), ...removed, ...replaced('simpler', simpler)]
}

/** How much there is to read in a value. Every step of shrinking makes it less. */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return 1 + value.length
  if (typeof value === 'number') return 1 + Math.log2(1 + Math.abs(value)) + (Number.isInteger(value) ? 0 : 1)
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + weightOf(item), 1)
  if (!isObject(value)) return 1
  return Object.entries(value).reduce((sum, [name, member]) => sum + name.length + weightOf(member), 1)
}

interface Spot {
  readonly pointer: string
  readonly value: unknown
}

/** Every place of a value, the whole first. */
function* everySpot(value: unknown, pointer: string): Generator<Spot> {
  yield { pointer, value }
  const members = Array.isArray(value) ? value.entries() : isObject(value) ? Object.entries(value) : []
  for (const [step, member] of members) yield* everySpot(member, below(pointer, step))
}

/** Long arrays cut in half, and large objects without one quarter of their members. */
function chunks(value: unknown): readonly unknown[] {
  if (Array.isArray(value) && value.length > 2) return [value.slice(0, value.length / 2), value.slice(value.length / 2)]
  if (!isObject(value)) return []
  const members = Object.entries(value)
  if (members.length < 4) return []
  const quarter = Math.ceil(members.length / 4)
  return [0, 1, 2, 3].map((turn) => {
    const gone = (index: number) => Math.floor(index / quarter) === turn
    return Object.fromEntries(members.filter((_, index) => !gone(index)))
  })
}

function simpler(value: unknown): readonly unknown[] {
  if (typeof value === 'string') return shorter(value)
  return typeof value === 'number' ? [0, 1, Math.trunc(value / 2), Math.trunc(value)] : []
}

function shorter(text: string): readonly string[] {
  const cuts = [1, 5, Math.floor(text.length / 2), text.length - 1]
  return cuts.filter((length) => length > 0 && length < text.length).map((length) => text.slice(0, length).trimEnd())
}
