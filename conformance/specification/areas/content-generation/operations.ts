import { keyLabels, queryOf, specifiedForms } from '../../../core/model/credential.ts'
import { mediaType, type RecordedRequest } from '../../../core/model/exchange.ts'
import type {
  Cost,
  Exclusions,
  NamedMember,
  Operation,
  RequestValue,
  UncoverableConstraints,
} from '../../../core/model/operation.ts'
import { parseJson } from '../../../core/wire/parse-json.ts'
import { percentDecoded } from '../../../core/wire/percent-decoded.ts'
import { isReplyToAnother } from './nonces.ts'
import { contentTokens } from './token-counts.ts'

/** The label of the speech model. The user configures its real name. */
export const speechModel = 'speech-model-1'

const json = 'application/json'

const speech = 'content-generation/speech-config.json#'

/**
 * Constraints that cannot be tested. For example, the specification lists no names of voices, so the suite cannot
 * request speech.
 */
const blanks: readonly UncoverableConstraints[] = [
  {
    constraints: ['content-generation/generation-config.json# maxItems'],
    lacks: 'valid',
    reason: 'an empty list in place of the settings is unspecified (G16)',
  },
  {
    constraints: [speech],
    lacks: 'valid',
    reason: 'the config names no voice, so no speech configuration is known to be valid (C6)',
  },
  {
    constraints: [`${speech}/properties/`, `${speech}/$defs/`],
    lacks: 'violating',
    reason: 'no speech configuration is known to be valid, so no control request exists (C6, G9)',
  },
]

const explicit: readonly NamedMember[] = [
  { path: ['contents', '*', 'role'], value: 'user' },
  { path: ['generationConfig'], value: { responseMimeType: 'text/plain' } },
  {
    path: ['safetySettings'],
    value: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_ONLY_HIGH' }],
  },
  { path: ['systemInstruction'], value: { parts: [{ text: 'Be brief.' }] } },
]

const exclusions: Exclusions = {
  // A single turn without a list around it has no history.
  alone: /^\/body\/contents\/parts\/\*\/(functionCall|functionResponse|executableCode|codeExecutionResult)/,
  together: [
    // Code in a history needs code execution, which excludes functions.
    [
      /\/(executableCode|codeExecutionResult)/,
      /\/(toolConfig|functionDeclarations|functionCall|functionResponse)(\/|$)/,
    ],
    // Calls, responses and a tool choice need declared functions.
    [/\/(functionCall|functionResponse|toolConfig)(\/|$)/, /\/tools\/\*\/codeExecution$/],
    // A response schema needs an output other than plain text, which excludes tools.
    [
      /\/responseSchema$/,
      /\/(tools|toolConfig|functionCall|functionResponse|executableCode|codeExecutionResult)(\/|$)/,
    ],
  ],
}

const shared = {
  explicit,
  tokenLimits: ['/body/generationConfig/maxOutputTokens', '/body/generation_config/maxOutputTokens'],
  area: 'content-generation',
  method: 'POST',
  credential: specifiedForms['content-generation'],
  blanks,
  exclusions,
  isReplyToAnother,
  endMember: 'finishReason',
  tokens: contentTokens,
  read,
  cost: (): Cost => ({ calls: 1, images: 0 }),
} as const

const schemas = { request: 'content-generation/request', error: 'content-generation/error' } as const

export const generateContent: Operation = {
  ...shared,
  id: 'content.generate',
  title: 'POST /v1beta/models/<model>:generateContent',
  streams: false,
  schemas: { ...schemas, reply: 'content-generation/reply' },
  responseSignature: { reply: ['candidates', 'promptFeedback'], error: ['error'] },
  matches: (request) => asksFor(request, 'generateContent'),
  write: (value) => write(value, 'generateContent'),
}

export const streamContent: Operation = {
  ...shared,
  id: 'content.stream',
  title: 'POST /v1beta/models/<model>:streamGenerateContent?alt=sse',
  streams: true,
  schemas: { ...schemas, event: 'content-generation/event' },
  responseSignature: { reply: ['candidates', 'promptFeedback'], error: ['error'] },
  matches: (request) => asksFor(request, 'streamGenerateContent'),
  write: (value) => write(value, 'streamGenerateContent'),
}

function asksFor({ method, path }: RecordedRequest, action: Action): boolean {
  return method === 'POST' && readPath(path)?.action === action
}

/** Reads a request, with its body as it was sent. The schema describes both spellings (interpretation C1). */
function read({ path, headers, body }: RecordedRequest): RequestValue {
  const model = readPath(path)?.model
  const type = mediaType(headers)
  const value = parseJson(body)
  return {
    ...(model === undefined ? {} : { path: { model } }),
    ...(type === json ? {} : { header: { 'content-type': type ?? '' } }),
    ...(value === undefined ? {} : { body: value }),
  }
}

function write({ path, header, body }: RequestValue, action: Action): RecordedRequest {
  return {
    method: 'POST',
    path: pathTo(String(path?.['model']), action, keyLabels.valid),
    headers: [['content-type', header?.['content-type'] ?? json]],
    body: body === undefined ? new Uint8Array() : new TextEncoder().encode(JSON.stringify(body)),
  }
}

type Action = 'generateContent' | 'streamGenerateContent'

/** The query of each action without the key. A stream without `alt=sse` is unspecified (interpretation C10). */
const alternatives: Readonly<Record<Action, string | null>> = { generateContent: null, streamGenerateContent: 'sse' }

/** Returns the recorded path of an action, without a key if `key` is omitted. */
function pathTo(model: string, action: Action, key?: string): string {
  const parameters = [
    ...(alternatives[action] === null ? [] : [`alt=${alternatives[action]}`]),
    ...(key === undefined ? [] : [`key=${key}`]),
  ]
  const query = parameters.length === 0 ? '' : `?${parameters.join('&')}`
  return `/v1beta/models/${encodeURIComponent(model)}:${action}${query}`
}

interface PathReading {
  readonly model: string
  readonly action: Action
}

/** Parses a recorded path. Returns `undefined` if section 4 does not list it. */
function readPath(path: string): PathReading | undefined {
  const found = /^\/v1beta\/models\/([^/?]+):(generateContent|streamGenerateContent)(?:\?|$)/.exec(path)
  const model = found?.[1] && percentDecoded(found[1])
  if (model === undefined) return undefined
  const action = found?.[2] as Action
  const query = queryOf(path)
  const isListed = [...query.keys()].every((name) => name === 'key' || name === 'alt')
  return isListed && query.get('alt') === alternatives[action] ? { model, action } : undefined
}
