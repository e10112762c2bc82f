import type { IncomingRequest } from '../incoming-request.ts'
import { answer } from '../model/answer.ts'
import { numberIn, objectIn } from '../model/loose.ts'
import { randomFrom, seedOf } from '../model/random.ts'
import { thoughtTokens } from '../model/thinking.ts'
import { type Candidate, candidateOf } from './content-generation-candidate.ts'
import { type Conversation, readConversation } from './content-generation-conversation.ts'
import { questionFor } from './content-generation-question.ts'

/** The response of section 2.7. */
export interface Generated {
  readonly candidates: readonly Candidate[]
  readonly usageMetadata: UsageMetadata
  readonly modelVersion: string
  readonly responseId: string
}

export interface UsageMetadata {
  readonly promptTokenCount: number
  readonly candidatesTokenCount: number
  readonly totalTokenCount: number
  readonly thoughtsTokenCount?: number
  readonly promptTokensDetails: readonly unknown[]
  readonly candidatesTokensDetails: readonly unknown[]
}

/** Returns the response to a request with the requested number of candidates. The body is in camelCase. */
export function generate(request: IncomingRequest, body: Readonly<Record<string, unknown>>): Generated {
  const conversation = readConversation(body)
  const seed = seedOf(conversation.prompt)
  const candidates = Array.from({ length: candidatesWanted(body) }, (_, index) =>
    candidateOf(answer(questionFor(index, body, conversation)), index, body),
  )
  return {
    candidates,
    usageMetadata: usageOf(conversation, candidates, thoughtsFor(body, seed)),
    modelVersion: request.modelName ?? request.value.path?.['model'] ?? '',
    responseId: responseId(request, seed),
  }
}

/** Returns the number of candidates in a request. */
export function candidatesWanted(body: Readonly<Record<string, unknown>>): number {
  return numberIn(objectIn(body['generationConfig'])['candidateCount']) ?? 1
}

/** Thoughts are counted and not shown. A budget of 0 turns thinking off. */
function thoughtsFor(body: Readonly<Record<string, unknown>>, seed: number): number | undefined {
  const { thinkingConfig } = objectIn(body['generationConfig'])
  if (thinkingConfig === undefined) return undefined
  return thoughtTokens(numberIn(objectIn(thinkingConfig)['thinkingBudget']) ?? 32, randomFrom(seed))
}

function usageOf({ tokens }: Conversation, candidates: readonly Candidate[], thoughts?: number): UsageMetadata {
  const promptTokenCount = [...tokens.values()].reduce((sum, count) => sum + count, 0)
  const candidatesTokenCount = candidates.reduce((sum, { tokenCount }) => sum + tokenCount, 0)
  return {
    promptTokenCount,
    candidatesTokenCount,
    totalTokenCount: promptTokenCount + candidatesTokenCount + (thoughts ?? 0),
    ...(thoughts === undefined ? {} : { thoughtsTokenCount: thoughts }),
    promptTokensDetails: [...tokens].map(([modality, tokenCount]) => ({ modality, tokenCount })),
    candidatesTokensDetails: [{ modality: 'TEXT', tokenCount: candidatesTokenCount }],
  }
}

/** Unique among this server's replies. */
function responseId({ ordinal, endpoint }: IncomingRequest, seed: number): string {
  const way = endpoint === 'content.stream' ? 's' : 'g'
  return `${way}${ordinal.toString(36).padStart(8, '0')}${seed.toString(36).padStart(7, '0')}`
}
