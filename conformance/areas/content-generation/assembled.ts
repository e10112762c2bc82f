import type { StreamEvent } from '../../model/events.ts'
import type { Place } from '../../model/finding.ts'
import { type Observation, succeeded } from '../../model/observation.ts'
import { askedOf } from './asked.ts'
import { isObject, itemsOf, type Members, membersOf, numberOf } from './members.ts'
import type { Candidate, Whole } from './whole.ts'

/**
 * Assembles the events of a stream into one reply (interpretation C10). Each candidate has its parts in order and its
 * last finish reason. Returns `undefined` if the stream was cut, or if its parts cannot be assigned to candidates.
 */
export function assembledOf(seen: Observation): Whole | undefined {
  const payloads = isUnbroken(seen) ? payloadsOf(seen.stream?.events ?? []) : undefined
  const speakers = payloads && bySpeaker(payloads.flatMap(slicesOf), asksForOne(seen))
  if (payloads === undefined || speakers === undefined) return undefined
  return {
    candidates: speakers.map(candidateOf),
    isBlocked: payloads.some(({ json }) => typeof membersOf(json['promptFeedback'])['blockReason'] === 'string'),
  }
}

function isUnbroken(seen: Observation): boolean {
  const { stream } = seen
  return succeeded(seen) && stream !== undefined && !stream.unterminated && stream.isCutShort !== true
}

interface Payload {
  readonly index: number
  readonly json: Members
}

/**
 * Returns the data of the events without a final `[DONE]`; `undefined` if an event is an error or not a part of a
 * reply.
 */
function payloadsOf(events: readonly StreamEvent[]): readonly Payload[] | undefined {
  const said = events.at(-1)?.data.trim() === '[DONE]' ? events.slice(0, -1) : events
  const payloads = said.flatMap(({ index, json }) => (isObject(json) && !('error' in json) ? [{ index, json }] : []))
  return payloads.length === said.length ? payloads : undefined
}

/** The part of a candidate that one event contains. */
interface Slice {
  readonly event: number
  readonly pointer: string
  readonly members: Members
  readonly parts: readonly Members[]
}

function slicesOf({ index: event, json }: Payload): readonly Slice[] {
  return itemsOf(json['candidates'])
    .map(membersOf)
    .map((members, position) => ({
      event,
      pointer: `/candidates/${position}`,
      members,
      parts: itemsOf(membersOf(members['content'])['parts']).map(membersOf),
    }))
}

function asksForOne(seen: Observation): boolean {
  return (numberOf(askedOf(seen).config['candidateCount']) ?? 1) === 1
}

/** Groups slices by candidate. Without `index`, which is optional, only a single candidate can be recognised. */
function bySpeaker(slices: readonly Slice[], isOneWanted: boolean): readonly (readonly Slice[])[] | undefined {
  const found = new Map<number, Slice[]>()
  for (const slice of slices) {
    const index = numberOf(slice.members['index'])
    if (index === undefined) return isOneWanted && isOfOne(slices) ? [slices] : undefined
    const own = found.get(index) ?? []
    own.push(slice)
    found.set(index, own)
  }
  return [...found].sort(([one], [other]) => one - other).map(([, own]) => own)
}

function isOfOne(slices: readonly Slice[]): boolean {
  return slices.every(({ pointer, members }) => pointer === '/candidates/0' && (members['index'] ?? 0) === 0)
}

function candidateOf(slices: readonly Slice[]): Candidate {
  const parts = slices.flatMap(placedParts)
  const {
    event: index = 0,
    pointer = '',
    members = {},
  } = slices.find((slice) => slice.parts.length > 0) ?? slices[0] ?? {}
  const last = slices.findLast((slice) => typeof slice.members['finishReason'] === 'string')
  return {
    pointer,
    members,
    parts: parts.map(({ part }) => part),
    finishReason: last?.members['finishReason'],
    at: { in: 'event', index, pointer: `${pointer}/content/parts` },
    partAt: (part, below) => parts[part]?.at(below) ?? { in: 'event', index },
  }
}

function placedParts({ event, pointer, parts }: Slice) {
  return parts.map((part, index) => ({
    part,
    at: (below: string): Place => ({ in: 'event', index: event, pointer: `${pointer}/content/parts/${index}${below}` }),
  }))
}
