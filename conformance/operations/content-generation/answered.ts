import type { Observation } from '../../model/observation.ts'
import { succeeded } from '../../model/observation.ts'
import { itemsOf, type Members, membersOf } from './members.ts'

/** One candidate of a reply, with a JSON pointer to it. */
export interface Candidate {
  readonly pointer: string
  readonly members: Members
  readonly parts: readonly Members[]
  readonly finishReason: unknown
}

/** The candidates of a reply to a request without a stream; none where the reply is something else. */
export function candidatesOf(seen: Observation): readonly Candidate[] {
  if (!succeeded(seen)) return []
  return itemsOf(membersOf(seen.json)['candidates']).map((value, index) => {
    const members = membersOf(value)
    const parts = itemsOf(membersOf(members['content'])['parts']).map(membersOf)
    return { pointer: `/candidates/${index}`, members, parts, finishReason: members['finishReason'] }
  })
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

/** A function that a candidate calls. */
export interface Call {
  readonly pointer: string
  readonly name: unknown
  readonly args: unknown
}

/** The functions that a reply calls. */
export function callsOf(seen: Observation): readonly Call[] {
  return candidatesOf(seen).flatMap(({ pointer, parts }) =>
    parts.flatMap(({ functionCall }, index) => {
      if (functionCall === undefined || functionCall === null) return []
      const { name, args } = membersOf(functionCall)
      return [{ pointer: `${pointer}/content/parts/${index}/functionCall`, name, args }]
    }),
  )
}
