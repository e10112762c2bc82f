import type { Oddity } from '../variant.ts'
import { inReplies, type Json } from './json.ts'
import { inStreams } from './streams.ts'

function inChunks(change: (reply: Json) => Json): Oddity {
  return inStreams((events) => events.map((one) => ({ ...one, json: change(one.json) })))
}

/** Rewrites whole replies and the chunks of streams alike. */
export function inBoth(change: (reply: Json) => Json): readonly Oddity[] {
  return [inReplies(change), inChunks(change)]
}

/** Rewrites each candidate. */
export function ofCandidates(change: (candidate: Json) => Json): (reply: Json) => Json {
  return (reply) => (reply.candidates ? { ...reply, candidates: reply.candidates.map(change) } : reply)
}
