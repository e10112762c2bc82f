import type { Place } from '../../model/finding.ts'
import type { Members } from './members.ts'

/** What was answered in whole: by a reply, or by all events of a stream together. */
export interface Whole {
  readonly candidates: readonly Candidate[]
  readonly isBlocked: boolean
}

/** One candidate. */
export interface Candidate {
  /** A JSON pointer to it in the reply, or in the event that first shows it. */
  readonly pointer: string
  readonly members: Members
  readonly parts: readonly Members[]
  readonly finishReason: unknown
  /** Where its content stands, or begins. */
  readonly at: Place
  /** Where what lies below one of its parts stands. */
  readonly partAt: (index: number, below: string) => Place
}

/** Whether a candidate says that it came to its natural end. */
export function isFinished({ finishReason }: Candidate): boolean {
  return finishReason === 'STOP'
}

/** Whether a candidate says that it was cut short. */
export function isCut({ finishReason }: Candidate): boolean {
  return typeof finishReason === 'string' && finishReason !== 'STOP'
}

/** The answer's text, thoughts left out; `undefined` when it has none. */
export function textOf({ parts }: Candidate): string | undefined {
  const texts = parts.filter(({ thought }) => thought !== true).map(({ text }) => text)
  const found = texts.filter((text) => typeof text === 'string')
  return found.length === 0 ? undefined : found.join('')
}
