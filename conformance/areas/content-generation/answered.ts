import type { Place } from '../../model/finding.ts'
import { memoize } from '../../model/memoize.ts'
import { type Observation, succeeded } from '../../model/observation.ts'
import { assembledOf } from './assembled.ts'
import { itemsOf, type Members, membersOf } from './members.ts'
import { slicesOf } from './slices.ts'
import type { Candidate, Whole } from './whole.ts'

/** What was answered in whole; `undefined` where nothing was, or a stream does not tell. */
export const wholeOf = memoize((seen: Observation): Whole | undefined => {
  if (seen.operation.streams) return assembledOf(seen)
  return succeeded(seen) ? replied(membersOf(seen.json)) : undefined
})

/** The candidates of what was answered; none where that is something else. */
export function candidatesOf(seen: Observation): readonly Candidate[] {
  return wholeOf(seen)?.candidates ?? []
}

function replied({ candidates, promptFeedback }: Members): Whole {
  return {
    candidates: itemsOf(candidates).map(membersOf).map(candidateAt),
    isBlocked: typeof membersOf(promptFeedback)['blockReason'] === 'string',
  }
}

function candidateAt(members: Members, index: number): Candidate {
  const pointer = `/candidates/${index}`
  return {
    pointer,
    members,
    parts: itemsOf(membersOf(members['content'])['parts']).map(membersOf),
    finishReason: members['finishReason'],
    at: { in: 'body', pointer: `${pointer}/content/parts` },
    partAt: (part, below) => ({ in: 'body', pointer: `${pointer}/content/parts/${part}${below}` }),
  }
}

/** A function that a candidate calls. */
export interface Call {
  /** Where the call, or what lies below it, stands. */
  readonly at: (below: string) => Place
  readonly name: unknown
  readonly args: unknown
}

/** The functions that are called, as far as the answer can be read. */
export function callsOf(seen: Observation): readonly Call[] {
  return slicesOf(seen).flatMap(({ parts, at }) =>
    parts.flatMap(({ functionCall }, index) => {
      if (functionCall === undefined || functionCall === null) return []
      const { name, args } = membersOf(functionCall)
      return [{ at: (below: string) => at(`/content/parts/${index}/functionCall${below}`), name, args }]
    }),
  )
}
