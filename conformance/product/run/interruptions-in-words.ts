import { counted } from '../../core/text/counted.ts'
import { longestAsked } from '../../engine/drive/backoff.ts'
import type { SettledError } from '../../engine/drive/settled-errors.ts'

/** Describes a wait, in milliseconds, that a run does not wait for. Says what the user can do. */
export function tooLongInWords(asked: number): string {
  return `${asksToWait(asked)}, longer than the ${durationInWords(longestAsked)} that a run waits: run again after that time, or with a key that has a higher limit`
}

/** Describes a wait, in milliseconds, during which the time limit was reached. Says what the user can do. */
export function waitInWords(asked: number): string {
  return `${asksToWait(asked)}, and the time limit was reached before it accepted another request: ${remedy}`
}

function asksToWait(asked: number): string {
  return `the target asked to wait ${durationInWords(asked)} (Retry-After)`
}

const remedy = 'allow more with --max-time, or send fewer requests per second with --rate'

/** The text for a target that kept answering "busy" without naming a wait. */
export const keptBusy = `the target kept answering that it is too busy until the time limit was reached: ${remedy}`

const units = [
  { name: 'days', seconds: 86_400 },
  { name: 'h', seconds: 3600 },
  { name: 'min', seconds: 60 },
] as const

/** Returns a duration in the largest unit that gives at least two, rounded. */
export function durationInWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  const unit = units.find((one) => seconds >= 2 * one.seconds)
  return unit === undefined ? `${seconds} s` : `${Math.round(seconds / unit.seconds)} ${unit.name}`
}

/** The most characters of an error that are quoted. */
const mostQuoted = 200

/** Describes the server errors that were taken for final answers, one line each. */
export function settledInWords(all: readonly SettledError[]): readonly string[] {
  return all.map(
    ({ status, said, count }) =>
      `${counted(count, 'response')} had the status ${status}, at once and word for word the same on every attempt, so the run did not wait for it: ${quoted(said)}`,
  )
}

/** Quotes a server's text, shortened to a readable length. */
function quoted(said: string): string {
  return `"${said.length <= mostQuoted ? said : `${said.slice(0, mostQuoted)}…`}"`
}
