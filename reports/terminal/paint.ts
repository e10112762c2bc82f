import type { RunVerdict } from '../../conformance/core/model/report.ts'
import type { Outcome } from '../../conformance/core/model/vocabulary.ts'

export type Look = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

/** Colours text of the suite. Escape sequences in text from a target are already made visible and have no effect. */
export type Paint = (look: Look, text: string) => string

/** Select Graphic Rendition parameters (ECMA-48 §8.3.117): on, off. */
const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const satisfies Record<Look, readonly [number, number]>

/** Returns a function that colours text, or one that returns it unchanged. */
export function painter(colour: boolean): Paint {
  if (!colour) return (_look, text) => text
  return (look, text) => `\x1b[${codes[look][0]}m${text}\x1b[${codes[look][1]}m`
}

export const outcomeLooks = {
  pass: 'green',
  fail: 'red',
  warn: 'yellow',
  observed: 'dim',
  inconclusive: 'cyan',
  skipped: 'dim',
} as const satisfies Record<Outcome, Look>

export const verdictLooks = {
  conforming: 'green',
  'no-new-failure': 'yellow',
  nonconforming: 'red',
  inconclusive: 'yellow',
} as const satisfies Record<RunVerdict, Look>
