import { UsageError } from '../../../core/text/usage-error.ts'
import { secondsOf } from '../../config/duration.ts'

/** The range of a number, both ends included. */
export interface NumberRange {
  readonly least: number
  readonly most?: number
}

export const anySeed: NumberRange = { least: -(2 ** 31), most: 2 ** 31 - 1 }

export function wholeNumber(
  option: string,
  text: string | undefined,
  { least, most = Number.MAX_SAFE_INTEGER }: NumberRange,
): number | undefined {
  if (text === undefined) return undefined
  const number = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw new UsageError(`--${option} ${text}: give a whole number ${range(least, most)}`)
}

/** Returns the positive number of an option, fractions included, or `undefined` without the option. */
export function positiveNumber(option: string, text: string | undefined, most = 1e9): number | undefined {
  if (text === undefined) return undefined
  const number = /^\+?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN
  if (number > 0 && number <= most) return number
  throw new UsageError(`--${option} ${text}: give a number above 0${most === 1e9 ? '' : ` and up to ${most}`}`)
}

/** Returns the time of an option in seconds, or `undefined` without the option. */
export function positiveTime(option: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined
  const seconds = secondsOf(text)
  if (seconds !== undefined && seconds > 0 && seconds <= most) return seconds
  throw new UsageError(`--${option} ${text}: give seconds, or a time such as 90s, 10m or 2h; at most ${most} seconds`)
}

function range(least: number, most: number): string {
  return most === Number.MAX_SAFE_INTEGER ? `from ${least} on` : `from ${least} to ${most}`
}
