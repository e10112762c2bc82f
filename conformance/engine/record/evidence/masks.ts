import { createRequire } from 'node:module'
import type { RE2JS } from 're2js'
import { inCharacters } from './readings.ts'
import type { FindSecrets, Match } from './redact-chunks.ts'

const require = createRequire(import.meta.url)

/** Loads the library with the first pattern, since most runs have none. */
function compile(pattern: string): RE2JS {
  const library = require('re2js') as typeof import('re2js')
  return library.RE2JS.compile(pattern)
}

/** The label for text that a pattern of the user matches. */
const maskLabel = '«masked»'

/**
 * The length up to which a match is always masked. A longer one is masked only if it lies within one piece of a body.
 */
export const longestMask = 4096

/** The limits of patterns. More or longer ones would take too much time in a proxy. */
const mostPatterns = 100
const longestPattern = 1000

/**
 * Describes what is wrong with patterns for masking. They are regular expressions in the syntax of RE2, which has no
 * backreferences and no lookaround, and takes linear time.
 */
export function problemOfMasks(
  patterns: readonly string[],
): { readonly index: number; readonly why: string } | undefined {
  if (patterns.length > mostPatterns) return { index: mostPatterns, why: `more than ${mostPatterns} patterns` }
  for (const [index, pattern] of patterns.entries()) {
    const why = problemOf(pattern)
    if (why !== undefined) return { index, why }
  }
  return undefined
}

function problemOf(pattern: string): string | undefined {
  if (pattern.length > longestPattern) return `longer than ${longestPattern} characters`
  try {
    return compile(pattern).matcher('').find() ? 'it matches the empty text, which is everywhere' : undefined
  } catch (error) {
    return `${(error as Error).message.replace(/^error parsing regexp: /, '')}; patterns have the syntax of RE2`
  }
}

/**
 * Returns a function that finds matches of the patterns, in text or in bytes as characters; `undefined` without
 * patterns.
 */
export function masksOf(patterns: readonly string[]): FindSecrets | undefined {
  if (patterns.length === 0) return undefined
  const compiled = patterns.map((pattern) => compile(pattern))
  const find = (text: string): readonly Match[] => {
    const read = inCharacters(text)
    const found = compiled.flatMap((pattern) => matchesIn(read.text, pattern))
    return withoutLabels(merged(found), read.text).map(({ start, end }) => ({
      start: read.startOf(start),
      end: read.endOf(end - 1),
      label: maskLabel,
    }))
  }
  return Object.assign(find, { longest: longestMask })
}

interface Stretch {
  readonly start: number
  readonly end: number
}

function matchesIn(text: string, pattern: RE2JS): readonly Stretch[] {
  const found: Stretch[] = []
  const matcher = pattern.matcher(text)
  while (matcher.find()) if (matcher.end() > matcher.start()) found.push({ start: matcher.start(), end: matcher.end() })
  return found
}

/** Sorts matches, and joins those that overlap or touch. */
function merged(found: readonly Stretch[]): readonly Stretch[] {
  const all: Stretch[] = []
  for (const one of [...found].sort((a, b) => a.start - b.start)) {
    const last = all.at(-1)
    if (last === undefined || one.start > last.end) all.push(one)
    else all[all.length - 1] = { start: last.start, end: Math.max(last.end, one.end) }
  }
  return all
}

/** Removes the labels of credentials from the matches, since they identify the key of a request. */
function withoutLabels(found: readonly Stretch[], text: string): readonly Stretch[] {
  if (found.length === 0 || !text.includes('«')) return found
  const labels = [...text.matchAll(/«[^«»]{1,80}»/g)].map(({ index, 0: label }) => ({
    start: index,
    end: index + label.length,
  }))
  return found.flatMap((one) => labels.reduce(cut, [one]))
}

function cut(pieces: readonly Stretch[], { start, end }: Stretch): Stretch[] {
  return pieces.flatMap((piece) => {
    if (end <= piece.start || start >= piece.end) return [piece]
    const rest = [
      { start: piece.start, end: start },
      { start: end, end: piece.end },
    ]
    return rest.filter((one) => one.end > one.start)
  })
}
