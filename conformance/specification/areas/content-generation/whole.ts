import type { Members } from '../../../../schemas/json.ts'
import type { Place } from '../../../core/model/finding.ts'

/** A complete answer, from a reply or all events of a stream. */
export interface CompleteAnswer {
  readonly candidates: readonly Candidate[]
  readonly isBlocked: boolean
}

/** One candidate. */
export interface Candidate {
  /** A JSON pointer to the candidate in the reply, or in the first event that contains it. */
  readonly pointer: string
  readonly members: Members
  readonly parts: readonly Members[]
  readonly finishReason: unknown
  /** The place of its content, or of its start. */
  readonly at: Place
  /** Returns the place of a value below one of its parts. */
  readonly partAt: (index: number, below: string) => Place
}

/** Returns whether a candidate ended naturally. */
export function isFinished({ finishReason }: Candidate): boolean {
  return finishReason === 'STOP'
}

/** Returns whether a candidate was cut by a limit or a filter. */
export function isCutShort({ finishReason }: Candidate): boolean {
  return typeof finishReason === 'string' && finishReason !== 'STOP'
}

/** Returns the text of the answer without thoughts, or `undefined` if it has none. */
export function textOf({ parts }: Candidate): string | undefined {
  const texts = parts.filter(({ thought }) => thought !== true).map(({ text }) => text)
  const found = texts.filter((text) => typeof text === 'string')
  return found.length === 0 ? undefined : found.join('')
}
