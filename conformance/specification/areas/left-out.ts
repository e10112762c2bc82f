import { isObject, type Members } from '../../../schemas/json.ts'
import type { CountedPart, WithoutPart } from '../../core/model/token-counts.ts'

/** Returns a request without the values that make up a part, or an empty list if it has none of them. */
export function leftOut(part: CountedPart, values: readonly unknown[], input: unknown): readonly WithoutPart[] {
  const given = values.filter((value) => value !== undefined)
  return given.length === 0 ? [] : [{ part, input, characters: JSON.stringify(given).length }]
}

export function membersWithout(members: Members, name: string): Members {
  return Object.fromEntries(Object.entries(members).filter(([own]) => own !== name))
}

export function isTokenCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}

export function withLast(items: readonly unknown[], change: (last: Members) => unknown): readonly unknown[] {
  const last = items.at(-1)
  return isObject(last) ? [...items.slice(0, -1), change(last)] : items
}
