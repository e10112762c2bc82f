import { isObject, itemsOf, type Members, membersOf, numberOf } from '../../../../schemas/json.ts'
import type { Place } from '../../../core/model/finding.ts'
import { memoize } from '../../../core/model/memoize.ts'
import type { Observation } from '../../../core/model/observation.ts'

/** A reply, or the payload of one event, with the place of values below it. */
export interface Payload {
  readonly members: Members
  readonly at: (below: string) => Place
}

/** The part of a candidate that a reply or one event contains. */
export interface Slice {
  readonly members: Members
  readonly parts: readonly Members[]
  readonly at: (below: string) => Place
}

/**
 * Returns all readable payloads: the reply, or each event that parses, even if others or the stream are broken
 * (interpretation G13). Requirements on the complete answer use `answered.ts`.
 */
export const payloadsOf = memoize(({ status = 0, operation, stream, json }: Observation): readonly Payload[] => {
  if (status < 200 || status >= 300) return []
  if (!operation.streams) return isObject(json) ? [{ members: json, at: inBody }] : []
  return (stream?.events ?? []).flatMap(({ index, json: members }) => {
    if (!isObject(members) || isObject(members['error'])) return []
    return [{ members, at: (below: string): Place => ({ in: 'event', index, pointer: below }) }]
  })
})

export const slicesOf = memoize((seen: Observation): readonly Slice[] => payloadsOf(seen).flatMap(slicesIn))

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

/** Returns the last token counts, because counts may grow within a stream. */
export function lastCounts(seen: Observation): Payload | undefined {
  const last = payloadsOf(seen).findLast(({ members }) => isObject(members['usageMetadata']))
  if (last === undefined) return undefined
  return { members: membersOf(last.members['usageMetadata']), at: (below) => last.at(`/usageMetadata${below}`) }
}

/** Returns the number of different `index` values. Candidates without one count as one candidate. */
export function candidatesShown(seen: Observation): number {
  return new Set(slicesOf(seen).map(({ members }) => numberOf(members['index']) ?? 0)).size
}

function inBody(pointer: string): Place {
  return { in: 'body', pointer }
}
