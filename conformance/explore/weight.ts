import { isObject } from '../plan/schema/json.ts'

/** How much there is to read in a value: every step makes it less. Unusual characters weigh more than plain ones. */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return 1 + value.length + 2 * value.replaceAll(/[ -~]/g, '').length
  if (typeof value === 'number') return 1 + Math.log2(1 + Math.abs(value)) + (Number.isInteger(value) ? 0 : 1)
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + weightOf(item), 1)
  if (!isObject(value)) return 1
  return Object.entries(value).reduce((sum, [name, member]) => sum + name.length + weightOf(member), 1)
}
