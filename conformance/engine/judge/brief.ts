import type { Finding, Place } from '../../core/model/finding.ts'
import { counted } from '../../core/text/counted.ts'

/**
 * The most characters of a message, a pointer or an offending value that a finding keeps. The evidence has the whole.
 */
const longest = 2000

/**
 * Shortens a finding and copies its texts, so that it does not keep the exchange in memory. A body may be megabytes.
 */
export function brief<Found extends Finding>(finding: Found): Found {
  const { message, at, actual } = finding
  return {
    ...finding,
    message: ownText(clipped(message)),
    ...(at === undefined ? {} : { at: briefPlace(at) }),
    ...(actual === undefined ? {} : { actual: briefValue(actual) }),
  }
}

function briefPlace(at: Place): Place {
  return 'pointer' in at && at.pointer !== undefined ? { ...at, pointer: ownText(clipped(at.pointer)) } : at
}

function briefValue(value: unknown): unknown {
  const text = textOf(value)
  return text.length <= longest ? (JSON.parse(text) as unknown) : ownText(clipped(text))
}

/** Writes a value as JSON. Does not throw: a value that is nested too deep becomes a text that says so. */
function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch {
    return JSON.stringify('a value nested too deep to show')
  }
}

function clipped(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}… (${counted(text.length, 'character')})`
}

/** Copies a string. A substring would keep the whole original in memory. */
export function ownText(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string
}
