import { inPieces } from '../model/pieces.ts'
import type { ReplyEvent } from '../reply.ts'
import type { Candidate, Part } from './content-generation-candidate.ts'
import type { Generated, UsageMetadata } from './content-generation-reply.ts'

/** A partial response of section 2.7: a whole one is such, too. */
export interface GeneratedChunk {
  readonly candidates: readonly Slice[]
  readonly usageMetadata?: UsageMetadata
  readonly modelVersion: string
  readonly responseId: string
}

/** Some parts of a candidate; the facts about the whole are in its last slice. */
export type Slice = Pick<Candidate, 'content' | 'index'> & Partial<Candidate>

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
    const chunk: GeneratedChunk = { candidates, ...(isLast ? { usageMetadata } : {}), modelVersion, responseId }
    return { data: chunk }
  })
}

/** A candidate part by part, text in pieces; the facts about the whole stand in its last slice. */
function slicesOf({ content, ...facts }: Candidate): Slice[] {
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
