import { positiveNumber, wholeNumber } from '../../options/numbers.ts'
import type { RunValues } from './run-options.ts'

/** The bounds of a run. */
export interface LimitOptions {
  readonly concurrency: number
  /** Requests a second. */
  readonly rate: number | undefined
  readonly maxRequests: number | undefined
  readonly maxBilled: number | undefined
  readonly maxSeconds: number | undefined
  readonly timeoutSeconds: number
}

export function limitOptions(values: RunValues): LimitOptions {
  return {
    concurrency: wholeNumber('concurrency', values.concurrency, { least: 1, most: 256 }) ?? 4,
    rate: positiveNumber('rate', values.rate),
    maxRequests: wholeNumber('max-requests', values['max-requests'], { least: 1 }),
    maxBilled: wholeNumber('max-billed', values['max-billed'], { least: 0 }),
    maxSeconds: positiveNumber('max-time', values['max-time'], 7 * 86_400),
    timeoutSeconds: positiveNumber('timeout', values.timeout, 86_400) ?? 60,
  }
}
