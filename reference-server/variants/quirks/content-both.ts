import { type Alteration, composed, inReplies, inStreams } from '../../alterations.ts'
import type { GeneratedChunk, PartialCandidate } from '../../routes/content-generation-events.ts'
import type { Generated } from '../../routes/content-generation-reply.ts'

/** Rewrites whole replies and the chunks of streams. */
export function inBoth(change: (reply: GeneratedChunk) => unknown): Alteration {
  return composed(
    inReplies<Generated>(change),
    inStreams<GeneratedChunk>((events) => events.map((event) => ({ ...event, data: change(event.data) }))),
  )
}

export function ofCandidates(
  change: (candidate: PartialCandidate) => unknown,
): (reply: GeneratedChunk) => Readonly<Record<string, unknown>> {
  return (reply) => ({ ...reply, candidates: reply.candidates.map(change) })
}
