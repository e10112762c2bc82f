import { isObject, itemsOf, type Members, membersOf, numberOf } from '../../schemas/json.ts'
import type { IncomingRequest } from '../incoming-request.ts'
import { type Form, modelAnswer, type Question } from '../model/answer.ts'
import { stringIn, stringsIn } from '../model/loose.ts'
import { mulberry32, seedOf, thoughtTokens } from '../model/random.ts'
import type { Tool, ToolDemand } from '../model/tools.ts'
import { candidateOf, type GeneratedCandidate } from './content-generation-candidate.ts'
import { type ContentConversation, readContents } from './content-generation-conversation.ts'

/** The response of section 2.7. */
export interface Generated {
  readonly candidates: readonly GeneratedCandidate[]
  readonly promptFeedback?: { readonly blockReason: string }
  readonly usageMetadata: UsageMetadata
  readonly modelVersion: string
  readonly responseId: string
}

export interface UsageMetadata {
  readonly promptTokenCount: number
  readonly cachedContentTokenCount?: number
  readonly candidatesTokenCount: number
  readonly totalTokenCount: number
  readonly thoughtsTokenCount?: number
  readonly promptTokensDetails: readonly unknown[]
  readonly candidatesTokensDetails: readonly unknown[]
}

/** Returns the response to a request with the requested number of candidates. The body is in camelCase. */
export function generateCandidates(request: IncomingRequest, body: Readonly<Record<string, unknown>>): Generated {
  const conversation = readContents(body)
  const seed = seedOf(conversation.prompt)
  const candidates = Array.from({ length: candidatesWanted(body) }, (_, index) =>
    candidateOf(modelAnswer(questionFor(index, body, conversation)), index, body),
  )
  return {
    candidates,
    usageMetadata: usageOf(conversation, candidates, thoughtsFor(body, seed)),
    modelVersion: request.modelName ?? request.value.path?.['model'] ?? '',
    responseId: responseId(request, seed),
  }
}

export function candidatesWanted(body: Readonly<Record<string, unknown>>): number {
  return numberOf(membersOf(body['generationConfig'])['candidateCount']) ?? 1
}

/** Returns the number of thinking tokens, which are counted but not shown. A budget of 0 turns thinking off. */
function thoughtsFor(body: Readonly<Record<string, unknown>>, seed: number): number | undefined {
  const { thinkingConfig } = membersOf(body['generationConfig'])
  if (thinkingConfig === undefined) return undefined
  return thoughtTokens(numberOf(membersOf(thinkingConfig)['thinkingBudget']) ?? 32, mulberry32(seed))
}

function usageOf(
  { tokens }: ContentConversation,
  candidates: readonly GeneratedCandidate[],
  thoughts?: number,
): UsageMetadata {
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

/** Returns an id that is unique among this server's replies. */
function responseId({ ordinal, endpoint }: IncomingRequest, seed: number): string {
  const way = endpoint === 'content.stream' ? 's' : 'g'
  return `${way}${ordinal.toString(36).padStart(8, '0')}${seed.toString(36).padStart(7, '0')}`
}

function questionFor(candidate: number, body: Members, conversation: ContentConversation): Question {
  const config = membersOf(body['generationConfig'])
  // Some clients send a single Tool without a list.
  const declared = isObject(body['tools']) ? [body['tools']] : itemsOf(body['tools']).map(membersOf)
  return {
    ...conversation,
    salt: saltOf(config, candidate),
    limits: {
      // Limits below one are unspecified. Here they allow no text.
      maxTokens: Math.max(0, numberOf(config['maxOutputTokens']) ?? Number.POSITIVE_INFINITY),
      stopSequences: stringsIn(config['stopSequences']),
    },
    ...readFunctions(declared, membersOf(membersOf(body['toolConfig'])['functionCallingConfig'])),
    runsCode: declared.some(({ codeExecution }) => codeExecution !== undefined),
    form: formOf(config),
  }
}

/** Returns the values that change the words: the sampling settings and the index of the candidate. */
function saltOf({ temperature, topP, topK, seed, presencePenalty, frequencyPenalty }: Members, index: number): string {
  return JSON.stringify([temperature, topP, topK, seed, presencePenalty, frequencyPenalty, index])
}

function readFunctions(declared: readonly Members[], { mode, allowedFunctionNames }: Members): FunctionOffer {
  const allowed = stringsIn(allowedFunctionNames)
  const tools = declared
    .flatMap(({ functionDeclarations }) => itemsOf(functionDeclarations).map(membersOf))
    .map(({ name, parameters, parametersJsonSchema }) => ({
      name: stringIn(name),
      // The second name is not in the specification; newer clients send it.
      schema: parameters ?? parametersJsonSchema ?? { type: 'object' },
    }))
    .filter(({ name }) => allowed.length === 0 || allowed.includes(name))
  return { tools, demand: { mode: modes.get(stringIn(mode)) ?? 'may', isParallel: true } }
}

type FunctionOffer = { readonly tools: readonly Tool[]; readonly demand: ToolDemand }

const modes: ReadonlyMap<string, ToolDemand['mode']> = new Map([
  ['ANY', 'must'],
  ['NONE', 'never'],
])

function formOf({ responseMimeType, responseSchema: own, responseJsonSchema }: Members): Form {
  // The second name is not in the specification; newer clients send it.
  const responseSchema = own ?? responseJsonSchema
  if (responseMimeType === 'application/json') return { as: 'json', schema: responseSchema }
  if (responseMimeType !== 'text/x.enum') return { as: 'text' }
  return { as: 'choice', among: stringsIn(membersOf(responseSchema)['enum']) }
}
