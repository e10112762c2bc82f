import { objectIn } from '../../model/loose.ts'
import type { ReplyEvent } from '../../reply.ts'
import { type Alteration, type Change, each, inReply, inStream, type Members, within } from '../alterations.ts'

/** Breaks the response of section 2.7. */
export function inResponse(change: Change): Alteration {
  return inReply('content.generate', change)
}

/** Breaks each candidate. */
export function inCandidates(change: Change): Alteration {
  return inResponse(each('candidates', change))
}

/** Breaks each part of each candidate. */
export function inParts(change: Change): Alteration {
  return inCandidates(within('content', each('parts', change)))
}

/** Breaks the counts of a response. */
export function inCounts(change: Change): Alteration {
  return inResponse(within('usageMetadata', change))
}

/** Breaks which chunks a stream has. */
export function inChunks(change: (chunks: readonly ReplyEvent[]) => readonly ReplyEvent[]): Alteration {
  return inStream('content.stream', change)
}

/** Whether a part or any other object has a member. */
export function has(name: string): (members: Members) => boolean {
  return (members) => members[name] !== undefined
}

/** An object with a member more. */
export function adding(name: string, value: unknown): Change {
  return (members) => ({ ...members, [name]: value })
}

/** The generation settings of a request, in whichever spelling. */
export function settingsOf(body: unknown): Members {
  return objectIn(objectIn(body)['generationConfig'])
}
