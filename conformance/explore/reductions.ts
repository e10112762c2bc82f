import type { RequestValue } from '../model/operation.ts'
import { isObject } from './json.ts'
import { below, remove, set } from './pointer.ts'

/** Simpler versions of a value, the boldest first: members and items taken away, texts cut, numbers made smaller. */
export function reductionsOf(value: RequestValue): readonly RequestValue[] {
  const spots = [...everySpot(value, '')].sort((one, other) => weightOf(other.value) - weightOf(one.value))
  return spots.flatMap(({ pointer, value: at }) => {
    const replaced = simpler(at).map((one) => set(value, pointer, one))
    return pointer === '' ? replaced : [remove(value, pointer), ...replaced]
  })
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

function* everySpot(value: unknown, pointer: string): Generator<Spot> {
  yield { pointer, value }
  const members = Array.isArray(value) ? value.entries() : isObject(value) ? Object.entries(value) : []
  for (const [step, member] of members) yield* everySpot(member, below(pointer, step))
}

function simpler(value: unknown): readonly unknown[] {
  if (typeof value === 'string') return shorter(value)
  if (typeof value === 'number') return [0, 1, Math.trunc(value / 2), Math.trunc(value)]
  if (!Array.isArray(value) || value.length < 3) return []
  const middle = Math.ceil(value.length / 2)
  return [value.slice(0, middle), value.slice(middle)]
}

function shorter(text: string): readonly string[] {
  const cuts = [1, 5, Math.floor(text.length / 2), text.length - 1]
  return cuts.filter((length) => length > 0 && length < text.length).map((length) => text.slice(0, length).trimEnd())
}
