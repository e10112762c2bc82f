import { exitCode } from '../exit-code.ts'
import type { Comparison } from './compare.ts'

/** What fails now is a fail; what cannot be judged now, or no longer arises, proves nothing. */
export function statusOf({ fate, changes }: Comparison): number {
  if (changes.some(({ now }) => now === 'fail')) return exitCode.nonconforming
  return fate === 'fixed' || fate === 'nothing was broken' ? exitCode.conforming : exitCode.inconclusive
}
