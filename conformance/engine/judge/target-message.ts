import { membersOf } from '../../../schemas/json.ts'
import type { Observation } from '../../core/model/observation.ts'
import { ownText } from './brief.ts'

/** The most characters of a message that are kept. */
const longest = 200
/** The most bytes that are read if the body has no message. */
const mostBytes = 1024

/**
 * Returns the target's message in a rejection, on one line: the message of its error body, or else the beginning of the
 * body. `undefined` if it is empty. The printer makes control characters visible.
 */
export function rejectionTextOf({ json, body }: Pick<Observation, 'json' | 'body'>): string | undefined {
  const text = wordsIn(json) ?? textBeginningOf(body, mostBytes)
  const line = text.slice(0, mostBytes).replaceAll(/\s+/g, ' ').trim()
  return line === '' ? undefined : ownText(clipped(line, longest))
}

/** The most characters of a message that stands before the reason of a rejection: a title has room for both. */
const longestQuoted = 80

/** Returns the beginning of the target's message in quotes. */
export function quotedBriefly(said: string): string {
  return `"${clipped(said, longestQuoted)}"`
}

/** Returns the message of an error body of section 7, or of a similar one. */
function wordsIn(json: unknown): string | undefined {
  const { error, message } = membersOf(json)
  return [membersOf(error)['message'], message, error].find(isWords)
}

function isWords(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

/** Returns the beginning of a body, without a character that the cut divides. */
export function textBeginningOf(body: Uint8Array, bytes: number): string {
  return new TextDecoder().decode(body.subarray(0, bytes), { stream: true })
}

function clipped(line: string, most: number): string {
  const characters = Array.from(line)
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`
}
