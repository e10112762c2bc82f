import { isObject, itemsOf, type Members, membersOf, numberOf } from '../../../../schemas/json.ts'
import type { StreamEvent } from '../../../core/model/events.ts'
import type { Place } from '../../../core/model/finding.ts'
import { memoize } from '../../../core/model/memoize.ts'
import { type Observation, succeeded } from '../../../core/model/observation.ts'
import { askedOf } from './asked.ts'
import { slicesOf } from './slices.ts'
import type { Candidate, CompleteAnswer } from './whole.ts'

/** Returns the complete answer, or `undefined` if there is none or a stream does not contain all of it. */
export const wholeOf = memoize((seen: Observation): CompleteAnswer | undefined => {
  if (seen.operation.streams) return assembledOf(seen)
  return succeeded(seen) ? replied(membersOf(seen.json)) : undefined
})

/** Returns the candidates of a response, or an empty list if it is not a reply. */
export function candidatesOf(seen: Observation): readonly Candidate[] {
  return wholeOf(seen)?.candidates ?? []
}

/**
 * Returns the candidates of a response whose parts are certainly theirs. If a stream has fewer candidates than the
 * request asks for, the parts of several may have been joined.
 */
export function unmixedCandidatesOf(seen: Observation): readonly Candidate[] {
  const found = candidatesOf(seen)
  return seen.operation.streams && found.length < candidatesAsked(seen) ? [] : found
}

function replied({ candidates, promptFeedback }: Members): CompleteAnswer {
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

/**
 * Assembles the events of a stream into one reply (interpretation C10). Each candidate gets its parts in order and its
 * last finish reason. Returns `undefined` if the stream was cut, or if its parts cannot be assigned to candidates.
 */
function assembledOf(seen: Observation): CompleteAnswer | undefined {
  const payloads = isUnbroken(seen) ? payloadsOf(seen.stream?.events ?? []) : undefined
  const speakers = payloads && bySpeaker(payloads.flatMap(slicesInEvent), candidatesAsked(seen) === 1)
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
 * Returns the data of the events without a final `[DONE]`. Returns `undefined` if an event is an error or not a part of
 * a reply.
 */
function payloadsOf(events: readonly StreamEvent[]): readonly Payload[] | undefined {
  const contentEvents = events.at(-1)?.data.trim() === '[DONE]' ? events.slice(0, -1) : events
  const payloads = contentEvents.flatMap(({ index, json }) =>
    isObject(json) && !isObject(json['error']) ? [{ index, json }] : [],
  )
  return payloads.length === contentEvents.length ? payloads : undefined
}

/** The part of a candidate that one event contains. */
interface EventSlice {
  readonly event: number
  readonly pointer: string
  readonly members: Members
  readonly parts: readonly Members[]
}

function slicesInEvent({ index: event, json }: Payload): readonly EventSlice[] {
  return itemsOf(json['candidates'])
    .map(membersOf)
    .map((members, position) => ({
      event,
      pointer: `/candidates/${position}`,
      members,
      parts: itemsOf(membersOf(members['content'])['parts']).map(membersOf),
    }))
}

function candidatesAsked(seen: Observation): number {
  return numberOf(askedOf(seen).config['candidateCount']) ?? 1
}

/**
 * Groups slices by candidate. `index` is optional, so slices without it can only be assigned if there is a single
 * candidate.
 */
function bySpeaker(
  slices: readonly EventSlice[],
  isOneWanted: boolean,
): readonly (readonly EventSlice[])[] | undefined {
  const found = new Map<number, EventSlice[]>()
  for (const slice of slices) {
    const index = numberOf(slice.members['index'])
    if (index === undefined) return isOneWanted && isOfOne(slices) ? [slices] : undefined
    const own = found.get(index) ?? []
    own.push(slice)
    found.set(index, own)
  }
  return [...found].sort(([one], [other]) => one - other).map(([, own]) => own)
}

function isOfOne(slices: readonly EventSlice[]): boolean {
  return slices.every(({ pointer, members }) => pointer === '/candidates/0' && (members['index'] ?? 0) === 0)
}

function candidateOf(slices: readonly EventSlice[]): Candidate {
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

function placedParts({ event, pointer, parts }: EventSlice) {
  return parts.map((part, index) => ({
    part,
    at: (below: string): Place => ({ in: 'event', index: event, pointer: `${pointer}/content/parts/${index}${below}` }),
  }))
}
