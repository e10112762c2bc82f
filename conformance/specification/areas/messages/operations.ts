import { member } from '../../../../schemas/json.ts'
import { keyLabels, specifiedForms } from '../../../core/model/credential.ts'
import type { HeaderLine, RecordedRequest } from '../../../core/model/exchange.ts'
import { memoize } from '../../../core/model/memoize.ts'
import type {
  Cost,
  Exclusions,
  NamedMember,
  Operation,
  RequestValue,
  UncoverableConstraints,
} from '../../../core/model/operation.ts'
import { parseJson } from '../../../core/wire/parse-json.ts'
import { isReplyToAnother } from './nonces.ts'
import { messageTokens } from './token-counts.ts'

const path = '/v1/messages'
const schemas = { request: 'messages/request', error: 'messages/error' } as const
const ruledHeaders = ['provider-version', 'provider-beta'] as const

/**
 * Constraints that cannot be tested. For example, every request has headers, and the specification does not show the
 * source of a document.
 */
const blanks: readonly UncoverableConstraints[] = [
  {
    constraints: ['messages/request.json#/properties/header required'],
    lacks: 'violating',
    reason: 'every request has headers; only the version header can be missing',
  },
  {
    constraints: ['messages/document-block.json#/properties/source'],
    lacks: 'valid',
    reason: 'the content of a document source is unspecified (M6)',
  },
]

/** Constraints whose violation turns the request into one without streaming, which belongs to another operation. */
const streamBlanks: UncoverableConstraints = {
  constraints: [
    'messages/request.json#/properties/body required',
    'messages/body.json# type',
    'messages/body.json#/properties/stream type',
  ],
  lacks: 'violating',
  reason: 'a request that violates this does not ask for a stream',
}

const explicit: readonly NamedMember[] = [
  { path: ['system'], value: 'Be brief.' },
  { path: ['metadata'], value: { user_id: 'user-1' } },
  { path: ['stop_sequences'], value: ['zebra'] },
  { path: ['temperature'], value: 1 },
  { path: ['top_k'], value: 5 },
  { path: ['top_p'], value: 0.9 },
]

const exclusions: Exclusions = {
  together: [
    // With thinking, a tool loop needs blocks that the specification does not list.
    [/\/content\/\*\/(content\/|isError|type=tool_)/, /\/thinking\/type=enabled$/],
  ],
}

const shared = {
  explicit,
  chosenBy: '/body/stream',
  exclusions,
  tokenLimits: ['/body/max_tokens'],
  area: 'messages',
  method: 'POST',
  credential: specifiedForms.messages,
  isReplyToAnother,
  endMember: 'stop_reason',
  tokens: messageTokens,
  read,
  write,
  cost: (): Cost => ({ calls: 1, images: 0 }),
} as const

export const createMessage: Operation = {
  ...shared,
  id: 'messages.create',
  blanks,
  title: 'POST /v1/messages',
  streams: false,
  schemas: { ...schemas, reply: 'messages/reply' },
  responseSignature: { reply: ['content'], error: ['error'] },
  matches: (request) => isForMessages(request) && !asksForStream(request),
}

export const streamMessage: Operation = {
  ...shared,
  id: 'messages.stream',
  blanks: [...blanks, streamBlanks],
  title: 'POST /v1/messages (stream)',
  streams: true,
  typedEvents: true,
  streamEnds: { firstEvent: 'message_start', lastEvent: 'message_stop' },
  schemas: { ...schemas, event: 'messages/event' },
  responseSignature: { reply: ['content'], error: ['error'] },
  matches: (request) => isForMessages(request) && asksForStream(request),
}

function isForMessages({ method, path: asked }: RecordedRequest): boolean {
  return method === 'POST' && asked.split('?', 1)[0] === path
}

function asksForStream({ body }: RecordedRequest): boolean {
  return member(parsed(body), 'stream') === true
}

function read({ headers, body }: RecordedRequest): RequestValue {
  const value = parsed(body)
  return { header: ruled(headers), ...(value === undefined ? {} : { body: value }) }
}

function ruled(headers: readonly HeaderLine[]): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const name of ruledHeaders) {
    const values = headers.filter(([candidate]) => candidate.toLowerCase() === name).map(([, value]) => value)
    if (values.length > 0) found[name] = values.join(', ')
  }
  return found
}

function write({ header = {}, body }: RequestValue): RecordedRequest {
  const lines = ruledHeaders.flatMap((name): HeaderLine[] => {
    const value = header[name]
    return value === undefined ? [] : [[name, value]]
  })
  const text = body === undefined ? '' : JSON.stringify(body)
  return {
    method: 'POST',
    path,
    headers: [['content-type', 'application/json'], ['x-api-key', keyLabels.valid], ...lines],
    body: new TextEncoder().encode(text),
  }
}

/**
 * Parses bytes as JSON. Returns `undefined` if they are not UTF-8 or not JSON. Memoized, because two operations check
 * whether a body asks for a stream before one of them reads it.
 */
const parsed = memoize((bytes: Uint8Array): unknown => parseJson(bytes))
