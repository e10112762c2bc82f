import type { Observation } from '../../../core/model/observation.ts'
import { visibleLine } from '../../../core/text/visible.ts'

export function mostFrequent(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0]
}

/** The most characters of a response that are quoted. */
const quotedCharacters = 160

/** Returns a target's words in brackets and quotation marks, shortened; an empty text if they are not known. */
export function inBrackets(text: string | undefined): string {
  if (text === undefined) return ''
  const words = inQuotes(text)
  return words === '' ? ' with an empty body' : ` (${words})`
}

/** Returns a target's words in quotation marks, shortened; an empty text if there are none. */
export function inQuotes(text: string): string {
  const line = visibleLine(text.replace(/\s+/g, ' ').trim())
  if (line === '') return ''
  return `"${line.length > quotedCharacters ? `${line.slice(0, quotedCharacters)}…` : line}"`
}
/** Returns the message of an error, or else the beginning of the body; `undefined` if the body was left out. */
export function wordsOf({ json, body, exchange }: Observation, large: ReadonlySet<string>): string | undefined {
  if (large.has(exchange.id)) return undefined
  return messageIn(json) ?? Buffer.from(body.subarray(0, 4096)).toString('utf8')
}

function messageIn(json: unknown): string | undefined {
  const { error, message } = Object(json) as { readonly error?: unknown; readonly message?: unknown }
  const inner = Object(error) as { readonly message?: unknown }
  return [message, inner.message, error].find((one) => typeof one === 'string')
}
