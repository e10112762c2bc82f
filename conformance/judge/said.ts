import type { Observation } from '../model/observation.ts'
import { ownText } from './brief.ts'

/** The most characters of it that are kept. */
const longest = 200
/** As many bytes are looked at where nothing but the beginning of a body tells. */
const mostBytes = 1024

/**
 * Returns the target's own words in a rejection, in one line: the message of its error body, else the body's beginning;
 * `undefined` where it said nothing. Control characters are made visible where it is printed.
 */
export function rejectionTextOf({ json, body }: Pick<Observation, 'json' | 'body'>): string | undefined {
  const text = wordsIn(json) ?? beginningOf(body)
  const line = text.slice(0, mostBytes).replaceAll(/\s+/g, ' ').trim()
  return line === '' ? undefined : ownText(clipped(line))
}

/** A finding's sentence with what the target said, where it said something. */
export function quoting(sentence: string, said: string | undefined): string {
  return said === undefined ? sentence : `${sentence}; the response: "${said}"`
}

/** Returns the message of an error body of section 7, or of one like it. */
function wordsIn(json: unknown): string | undefined {
  const { error, message } = membersOf(json)
  return [membersOf(error)['message'], message, error].find(isWords)
}

function isWords(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

/** A character that the cut goes through is left out. */
function beginningOf(body: Uint8Array): string {
  return new TextDecoder().decode(body.subarray(0, mostBytes), { stream: true })
}

function clipped(line: string): string {
  const characters = Array.from(line)
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
