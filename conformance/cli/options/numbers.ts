import { UsageError } from '../../model/usage-error.ts'

/** What a number may be. */
export interface Bounds {
  readonly least: number
  readonly most?: number
}

/** What a seed may be. */
export const anySeed: Bounds = { least: -(2 ** 31), most: 2 ** 31 - 1 }

/** The whole number an option was given; `undefined` when it was not given. */
export function wholeNumber(
  option: string,
  text: string | undefined,
  { least, most = Number.MAX_SAFE_INTEGER }: Bounds,
): number | undefined {
  if (text === undefined) return undefined
  const number = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw new UsageError(`--${option} ${text}: give a whole number ${range(least, most)}`)
}

/** The positive number an option was given, fractions included; `undefined` when it was not given. */
export function positiveNumber(option: string, text: string | undefined, most = 1e9): number | undefined {
  if (text === undefined) return undefined
  const number = /^\+?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN
  if (number > 0 && number <= most) return number
  throw new UsageError(`--${option} ${text}: give a number above 0${most === 1e9 ? '' : ` and up to ${most}`}`)
}

function range(least: number, most: number): string {
  return most === Number.MAX_SAFE_INTEGER ? `from ${least} on` : `from ${least} to ${most}`
}
