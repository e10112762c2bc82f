import type { GeneratedChunk, PartialCandidate } from '../../routes/content-generation-events.ts'
import type { Generated } from '../../routes/content-generation-reply.ts'
import type { Quirk } from '../variant.ts'
import { inReplies } from './json.ts'
import { inStreams } from './streams.ts'

/** Rewrites whole replies and the chunks of streams. */
export function inBoth(change: (reply: GeneratedChunk) => unknown): readonly Quirk[] {
  return [inReplies<Generated>(change), inChunks(change)]
}

function inChunks(change: (chunk: GeneratedChunk) => unknown): Quirk {
  return inStreams<GeneratedChunk>((events) => events.map((one) => ({ ...one, json: change(one.json) })))
}

/** Rewrites each candidate. */
export function ofCandidates(
  change: (candidate: PartialCandidate) => unknown,
): (reply: GeneratedChunk) => Readonly<Record<string, unknown>> {
  return (reply) => ({ ...reply, candidates: reply.candidates.map(change) })
}
