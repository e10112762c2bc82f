import { itemsOf, type Members, membersOf, numberOf } from '../../schemas/json.ts'
import type { ModelAnswer, Piece } from '../model/answer.ts'
import { decodingSteps } from '../model/logprobs.ts'
import { stringIn, stringsIn } from '../model/loose.ts'
import { seedOf } from '../model/random.ts'
import { tokensOf } from '../model/tokens.ts'
import { greyPixel, silence } from './content-generation-media.ts'

/** A candidate of section 2.7. */
export interface GeneratedCandidate {
  readonly content: { readonly role: 'model'; readonly parts: readonly ReplyPart[] }
  readonly finishReason: FinishReason
  readonly index: number
  readonly tokenCount: number
  readonly safetyRatings?: readonly unknown[]
  readonly avgLogprobs?: number
  readonly logprobsResult?: unknown
}

type FinishReason =
  | 'STOP'
  | 'MAX_TOKENS'
  | 'SAFETY'
  | 'RECITATION'
  | 'BLOCKLIST'
  | 'PROHIBITED_CONTENT'
  | 'SPII'
  | 'LANGUAGE'
  | 'OTHER'

export type ReplyPart = Readonly<Record<string, unknown>>
export function candidateOf(answer: ModelAnswer, index: number, body: Members): GeneratedCandidate {
  const config = membersOf(body['generationConfig'])
  const ratings = ratingsFor(body['safetySettings'])
  return {
    content: { role: 'model', parts: partsOf(answer.pieces, stringsIn(config['responseModalities'])) },
    finishReason: answer.ending.by === 'max-tokens' ? 'MAX_TOKENS' : 'STOP',
    index,
    tokenCount: answer.tokens,
    ...(ratings.length === 0 ? {} : { safetyRatings: ratings }),
    ...(config['responseLogprobs'] === true ? likelihoods(answer, numberOf(config['logprobs']) ?? 1, index) : {}),
  }
}

/**
 * Returns the parts of a candidate. Text is included if the request asks for it or names no modality. A picture or a
 * sound follows.
 */
function partsOf(pieces: readonly Piece[], modalities: readonly string[]): ReplyPart[] {
  const isSpoken = modalities.length === 0 || modalities.includes('TEXT')
  const parts = pieces.filter(({ kind }) => isSpoken || kind !== 'text').map(partOf)
  if (modalities.includes('IMAGE')) parts.push({ inlineData: greyPixel })
  if (modalities.includes('AUDIO')) parts.push({ inlineData: silence })
  return parts.length === 0 ? [{ text: '' }] : parts
}

function partOf(piece: Piece): ReplyPart {
  if (piece.kind === 'text') return { text: piece.text }
  if (piece.kind === 'call') return { functionCall: { name: piece.name, args: piece.input } }
  if (piece.kind === 'code') return { executableCode: { language: 'PYTHON', code: piece.code } }
  return { codeExecutionResult: { outcome: 'OUTCOME_OK', output: piece.output } }
}

/** Returns a harmless rating for each category in the request. */
function ratingsFor(settings: unknown): unknown[] {
  const asked = itemsOf(settings).map((setting) => stringIn(membersOf(setting)['category']))
  const categories = new Set(asked.filter((category) => category.startsWith('HARM_CATEGORY_')))
  return [...categories].map((category) => ({ category, probability: 'NEGLIGIBLE', blocked: false }))
}

function likelihoods(
  { pieces }: ModelAnswer,
  count: number,
  index: number,
): Pick<GeneratedCandidate, 'avgLogprobs' | 'logprobsResult'> {
  const text = pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('')
  const steps = decodingSteps(tokensOf(text), count, seedOf(text) + index)
  const total = steps.reduce((sum, { chosen }) => sum + chosen.logProbability, 0)
  return {
    avgLogprobs: steps.length === 0 ? 0 : total / steps.length,
    logprobsResult: {
      topCandidates: steps.map(({ top }) => ({ candidates: top })),
      chosenCandidates: steps.map(({ chosen }) => chosen),
    },
  }
}
