import type { Place } from '../model/finding.ts'
import type { LocatedFinding } from './ruling.ts'

/** The most characters of a message, a place or an offending value that a finding keeps; the whole is in the evidence. */
const longest = 2000

/** A finding that holds on to nothing of the exchange it was found in: what a target sends may be megabytes. */
export function brief(finding: LocatedFinding): LocatedFinding {
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

/** Total: a value too deep for JSON is said to be so. */
function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch {
    return JSON.stringify('a value nested too deep to show')
  }
}

function clipped(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length} characters)`
}

/** A copy: a part of a string keeps the whole of it in memory. */
export function ownText(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string
}
