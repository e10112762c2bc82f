import { itemsOf } from '../../schemas/json.ts'

export function stringsIn(value: unknown): readonly string[] {
  return itemsOf(value).filter((item) => typeof item === 'string')
}

/** Returns the string, or an empty one. */
export function stringIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
