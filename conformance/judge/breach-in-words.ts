import type { Violation } from '../model/validation.ts'
import { ownText } from './brief.ts'

/** A longer value is not shown; it is in the evidence. */
const longestValue = 60
/** A longer list of values is told as one. */
const mostListed = 8

/**
 * Where a request breaks a sentence and how, to follow `a request that breaks this`: ` at /body/n, which must be <= 10 and
 * is 11`. Of several violations only the places are told.
 */
export function breachInWords(violations: readonly Violation[]): string {
  const places = violations.map(({ pointer }) => pointer).join(', ')
  const [only, another] = violations
  const how = only === undefined || another !== undefined ? '' : howIn(only)
  return places === '' ? '' : ownText(` at ${places}${how}`)
}

function howIn({ pointer, message, keyword, expected, actual }: Violation): string {
  // What the schemas and rules say in words of their own is a sentence about the place.
  if (!message.startsWith(`${pointer} `)) return `: ${message}`
  const rest = listedIn(keyword, expected) ?? message.slice(pointer.length + 1)
  const value = rest.startsWith('is ') ? undefined : shown(actual)
  return `, which ${rest}${value === undefined ? '' : ` and is ${value}`}`
}

function listedIn(keyword: string, expected: unknown): string | undefined {
  const values = keyword === 'enum' ? expected : keyword === 'const' ? [expected] : undefined
  if (!Array.isArray(values) || values.length > mostListed) return undefined
  const words = values.map(shown)
  return words.includes(undefined) ? undefined : `must be ${words.join(' or ')}`
}

/** A scalar as JSON; nothing for what is longer or holds other values. */
function shown(value: unknown): string | undefined {
  if (value === undefined || (typeof value === 'object' && value !== null)) return undefined
  if (typeof value === 'string' && value.length > longestValue) return undefined
  return JSON.stringify(value)
}
