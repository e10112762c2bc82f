import { inPieces } from '../model/cut.ts'
import type { ReplyEvent } from '../reply.ts'
import type { GeneratedCandidate, ReplyPart } from './content-generation-candidate.ts'
import type { Generated, UsageMetadata } from './content-generation-reply.ts'

/** A partial response of section 2.7. A complete one is valid, too. */
export interface GeneratedChunk {
  readonly candidates: readonly PartialCandidate[]
  readonly usageMetadata?: UsageMetadata
  readonly modelVersion: string
  readonly responseId: string
}

/** Some parts of a candidate. The last one also has the facts about the whole candidate. */
export type PartialCandidate = Pick<GeneratedCandidate, 'content' | 'index'> & Partial<GeneratedCandidate>

/**
 * Splits a response into partial responses of section 2.7. The last one has the facts that are known only at the end.
 * Common clients only read one-line `data:` frames, so no other lines are used. All candidates end together.
 */
export function contentEvents(generated: Generated): ReplyEvent[] {
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

/** Splits a candidate into parts, and its text into pieces. The last slice has the facts about the whole. */
function slicesOf({ content, ...facts }: GeneratedCandidate): PartialCandidate[] {
  const parts = content.parts.flatMap(splitPart)
  return parts.map((part, step) => ({
    content: { role: content.role, parts: [part] },
    ...(step === parts.length - 1 ? facts : { index: facts.index }),
  }))
}

function splitPart(part: ReplyPart): ReplyPart[] {
  const { text } = part
  return typeof text === 'string' && text !== '' ? inPieces(text).map((piece) => ({ ...part, text: piece })) : [part]
}
