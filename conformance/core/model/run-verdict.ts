import type { RunVerdict, Summary } from './report.ts'

export const runVerdicts = [
  'conforming',
  'no-new-failure',
  'nonconforming',
  'inconclusive',
] as const satisfies readonly RunVerdict[]

/** Returns whether a command with this verdict ends with exit status 0. */
export function isPassing(verdict: RunVerdict): boolean {
  return verdict === 'conforming' || verdict === 'no-new-failure'
}

/** The share of the selected mandatory requirements that a run must test to be called conforming. */
const enough = 0.9

/** The share of the selected mandatory requirements that may be known to fail in a run that is called conforming. */
const excusable = 0.1

/** Returns whether so many mandatory requirements are known to fail that a run cannot be called conforming. */
export function isTooMuchExcused(known: number, { selected }: NonNullable<Summary['mandatory']>): boolean {
  return known > selected * excusable
}

/**
 * Returns whether a run tested enough of the selected requirements to be called conforming. A run that tested none did
 * not, even if it selected none.
 */
export function isEnoughTested({ tested, selected }: NonNullable<Summary['mandatory']>): boolean {
  return tested > 0 && tested >= selected * enough
}
