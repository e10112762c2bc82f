import { type Members, membersOf } from '../../../schemas/json.ts'
import {
  type Alteration,
  type Change,
  composed,
  each,
  inPayloads,
  inReply,
  inStream,
  only,
  within,
} from '../../alterations.ts'
import type { ReplyEvent } from '../../reply.ts'
import { wrongIn } from '../fault.ts'

/** Alters the response of section 2.7. */
export function inResponse(change: Change): Alteration {
  return inReply('content.generate', change)
}

export function inCandidates(change: Change): Alteration {
  return inResponse(each('candidates', change))
}

/** Alters each part of each candidate. */
export function inParts(change: Change): Alteration {
  return inCandidates(within('content', each('parts', change)))
}

export function inCounts(change: Change): Alteration {
  return inResponse(within('usageMetadata', change))
}

export const contentOperations = ['content.generate', 'content.stream'] as const

/** Alters the answers of both operations: the response, and each event of the stream. */
export function inAnswers(change: Change): Alteration {
  return only(contentOperations, composed(inResponse(change), inPayloads('content.stream', change)))
}

/** Alters each candidate in the answers of both operations. */
export function inAllCandidates(change: Change): Alteration {
  return inAnswers(each('candidates', change))
}

export const wrong = wrongIn(inResponse)
export const wrongCandidate = wrongIn(inCandidates)

export function inChunks(change: (chunks: readonly ReplyEvent[]) => readonly ReplyEvent[]): Alteration {
  return inStream('content.stream', change)
}

/** Tests whether a part or another object has a member. */
export function has(name: string): (members: Members) => boolean {
  return (members) => members[name] !== undefined
}

/** Returns the generation settings of a request, in either spelling. */
export function settingsOf(body: unknown): Members {
  return membersOf(membersOf(body)['generationConfig'])
}
