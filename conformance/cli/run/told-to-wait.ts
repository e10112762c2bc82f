import { longestAsked } from '../../explore/drive/backoff.ts'

/** That a target asked for a longer wait than there was time for, and what the user can do; milliseconds. */
export function toldToWait(asked: number): string {
  const said = `the target asked to wait ${durationInWords(asked)} (Retry-After)`
  if (asked > longestAsked)
    return `${said}, longer than the ${durationInWords(longestAsked)} that a run waits: run it again when that time is over, or with a key whose limit is higher`
  return `${said}, and the time allowed was over before it served: ${remedy}`
}

const remedy = 'allow more with --max-time, or ask less often with --rate'

/** The same of a target that did not say how long. */
export const keptBusy = `the target kept answering that it is too busy until the time allowed was over: ${remedy}`

const units = [
  { name: 'days', seconds: 86_400 },
  { name: 'h', seconds: 3600 },
  { name: 'min', seconds: 60 },
] as const

/** As people say it: the largest unit of which there are at least two, rounded. */
export function durationInWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  const unit = units.find((one) => seconds >= 2 * one.seconds)
  return unit === undefined ? `${seconds} s` : `${Math.round(seconds / unit.seconds)} ${unit.name}`
}
