import type { RunVerdict } from '../conformance/core/model/report.ts'
import type { Outcome } from '../conformance/core/model/vocabulary.ts'

/** The glyph, the word and the meaning of an outcome, so that no outcome is shown by colour alone. */
export interface Mark {
  readonly glyph: string
  readonly word: string
  /** The meaning for a requirement. */
  readonly meaning: string
}

export const marks = {
  pass: { glyph: '✓', word: 'pass', meaning: 'passed' },
  fail: { glyph: '✗', word: 'fail', meaning: 'failed' },
  warn: { glyph: '▲', word: 'warn', meaning: 'failed, but the specification only implies the requirement' },
  observed: { glyph: '○', word: 'observed', meaning: 'informational (not specified)' },
  inconclusive: { glyph: '?', word: 'inconclusive', meaning: 'could not be decided' },
  skipped: { glyph: '–', word: 'skipped', meaning: 'not tested' },
} as const satisfies Record<Outcome, Mark>

export const headlines = {
  conforming: { glyph: '✓', word: 'Conforming' },
  'no-new-failure': { glyph: '–', word: 'No new failure' },
  nonconforming: { glyph: '✗', word: 'Nonconforming' },
  inconclusive: { glyph: '?', word: 'Inconclusive' },
} as const satisfies Record<RunVerdict, Pick<Mark, 'glyph' | 'word'>>

/** Returns a verdict as a word within a line, for example `no new failure`. */
export function wordOf(verdict: RunVerdict): string {
  return headlines[verdict].word.toLowerCase()
}
