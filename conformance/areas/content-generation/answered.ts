import type { Place } from '../../model/finding.ts'
import { memoize } from '../../model/memoize.ts'
import { type Observation, succeeded } from '../../model/observation.ts'
import { assembledOf } from './assembled.ts'
import { itemsOf, type Members, membersOf } from './members.ts'
import { slicesOf } from './slices.ts'
import type { Candidate, Whole } from './whole.ts'

/** The complete answer. `undefined` if nothing was answered, or if a stream does not show it. */
export const wholeOf = memoize((seen: Observation): Whole | undefined => {
  if (seen.operation.streams) return assembledOf(seen)
  return succeeded(seen) ? replied(membersOf(seen.json)) : undefined
})

/** Returns the candidates of a response, or an empty list if it is not a reply. */
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

/** A function call in a candidate. */
export interface Call {
  /** Returns the place of the call, or of a value below it. */
  readonly at: (below: string) => Place
  readonly name: unknown
  readonly args: unknown
}

/** Returns the function calls of a response, as far as it can be read. */
export function callsOf(seen: Observation): readonly Call[] {
  return slicesOf(seen).flatMap(({ parts, at }) =>
    parts.flatMap(({ functionCall }, index) => {
      if (functionCall === undefined || functionCall === null) return []
      const { name, args } = membersOf(functionCall)
      return [{ at: (below: string) => at(`/content/parts/${index}/functionCall${below}`), name, args }]
    }),
  )
}
