import type { Place } from '../../model/finding.ts'
import { memoize } from '../../model/memoize.ts'
import type { Observation } from '../../model/observation.ts'
import { isObject, itemsOf, type Members, membersOf, numberOf } from './members.ts'

/** A reply, or the payload of one event, and where what lies below it stands. */
export interface Payload {
  readonly members: Members
  readonly at: (below: string) => Place
}

/** A candidate, as far as a reply or one event shows it. */
export interface Slice {
  readonly members: Members
  readonly parts: readonly Members[]
  readonly at: (below: string) => Place
}

/**
 * All that can be read of what was answered: the reply, or each event that parses, whatever became of the others and
 * of the stream (interpretation G13). What needs the whole answer asks `answered.ts`.
 */
export const payloadsOf = memoize(({ status = 0, operation, stream, json }: Observation): readonly Payload[] => {
  if (status < 200 || status >= 300) return []
  if (!operation.streams) return isObject(json) ? [{ members: json, at: inBody }] : []
  return (stream?.events ?? []).flatMap(({ index, json: members }) => {
    if (!isObject(members) || 'error' in members) return []
    return [{ members, at: (below: string): Place => ({ in: 'event', index, pointer: below }) }]
  })
})

/** The candidates of each payload. */
export const slicesOf = memoize((seen: Observation): readonly Slice[] => payloadsOf(seen).flatMap(slicesIn))

/** The candidates of one payload. */
export function slicesIn({ members: payload, at }: Payload): readonly Slice[] {
  return itemsOf(payload['candidates']).map((value, position) => {
    const members = membersOf(value)
    return {
      members,
      parts: itemsOf(membersOf(members['content'])['parts']).map(membersOf),
      at: (below) => at(`/candidates/${position}${below}`),
    }
  })
}

/** The counts of tokens that came last: in a stream they may grow. */
export function lastCounts(seen: Observation): Payload | undefined {
  const last = payloadsOf(seen).findLast(({ members }) => isObject(members['usageMetadata']))
  if (last === undefined) return undefined
  return { members: membersOf(last.members['usageMetadata']), at: (below) => last.at(`/usageMetadata${below}`) }
}

/** How many candidates show, told apart by their `index`; those without one are one. */
export function candidatesShown(seen: Observation): number {
  return new Set(slicesOf(seen).map(({ members }) => numberOf(members['index']) ?? 0)).size
}

function inBody(pointer: string): Place {
  return { in: 'body', pointer }
}
