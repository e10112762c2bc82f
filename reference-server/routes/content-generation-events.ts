import { inPieces } from '../model/pieces.ts'
import type { ReplyEvent } from '../reply.ts'
import type { Candidate, Part } from './content-generation-candidate.ts'
import type { Generated } from './content-generation-reply.ts'

/**
 * A response in pieces, each a partial response of section 2.7, the last with what is known only at the end. Clients
 * in the field stumble over anything but one-line `data:` frames, so there is nothing else. All candidates end together.
 */
export function eventsOf(generated: Generated): ReplyEvent[] {
  const { usageMetadata, modelVersion, responseId } = generated
  const slices = generated.candidates.map(slicesOf)
  const length = Math.max(1, ...slices.map((own) => own.length))
  return Array.from({ length }, (_, step) => {
    const candidates = slices.flatMap((own) => own[step - length + own.length] ?? [])
    const isLast = step === length - 1
    return { data: { candidates, ...(isLast ? { usageMetadata } : {}), modelVersion, responseId } }
  })
}

/** A candidate part by part, text in pieces; the facts about the whole stand in its last slice. */
function slicesOf({ content, ...facts }: Candidate): unknown[] {
  const parts = content.parts.flatMap(splitPart)
  return parts.map((part, step) => ({
    content: { role: content.role, parts: [part] },
    ...(step === parts.length - 1 ? facts : { index: facts.index }),
  }))
}

function splitPart(part: Part): Part[] {
  const { text } = part
  return typeof text === 'string' && text !== '' ? inPieces(text).map((piece) => ({ text: piece })) : [part]
}
