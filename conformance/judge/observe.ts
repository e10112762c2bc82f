import { validate } from '../../schemas/index.ts'
import { credentialOf } from '../model/credential.ts'
import type { EventStream } from '../model/events.ts'
import { type Exchange, mediaType } from '../model/exchange.ts'
import type { Observation, RequestReading } from '../model/observation.ts'
import type { Operation } from '../model/operation.ts'
import { unspoken, type Validation } from '../model/validation.ts'
import { parseStream } from '../sse/parse.ts'
import { decodedBody, encodingsOf } from './decode.ts'
import { parseJson } from './parse-json.ts'
import { receptionOf } from './reception.ts'
import { isRecognised } from './recognition.ts'

const nothing = new Uint8Array()

/** The facts that every requirement shares, from the exchange alone; `undefined` when no operation knows the request. */
export function observe(operations: readonly Operation[], exchange: Exchange): Observation | undefined {
  const operation = operations.find((candidate) => candidate.matches(exchange.request))
  return operation && observeAs(operation, exchange)
}

function observeAs(operation: Operation, exchange: Exchange): Observation {
  const status = exchange.response?.status
  const decoded = decodedBody(exchange)
  const complete = exchange.ended === 'complete' && decoded !== undefined
  const body = decoded ?? nothing
  const isStream = mediaType(exchange.response?.headers ?? []) === 'text/event-stream'
  const json = isStream ? undefined : parseJson(body)
  const stream = isSuccess(status) && (operation.streams || isStream) ? streamOf(exchange, body) : undefined
  const recognised = isRecognised({ operation, status, json, isStream, stream })
  const reply = replyValidation(operation, status, json)
  const events = eventValidations(operation, stream)
  return {
    exchange,
    operation,
    request: readRequest(operation, exchange),
    reception: receptionOf({ operation, status, complete, json, stream, isRecognised: recognised }),
    status,
    complete,
    body,
    json,
    isRecognised: recognised,
    isStream,
    stream,
    reply,
    events,
    spoken: events.length === 0 ? reply.spoken : new Set([reply, ...events].flatMap(({ spoken }) => [...spoken])),
  }
}

function isSuccess(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300
}

function readRequest(operation: Operation, { request }: Exchange): RequestReading {
  const value = operation.read(request)
  const reading = operation.schemas.request === undefined ? unspoken : validate(operation.schemas.request, value)
  return {
    ...reading,
    value,
    readable: operation.method === 'GET' || value.body !== undefined,
    credential: credentialOf(request, operation.credential),
  }
}

/** Arrival times belong to encoded chunks: a body that had to be decoded is one chunk, which came with the last byte. */
function streamOf(exchange: Exchange, body: Uint8Array): EventStream {
  const chunks = exchange.response?.chunks ?? []
  if (encodingsOf(exchange).length === 0) return parseStream(chunks)
  return parseStream([{ at: chunks.at(-1)?.at ?? 0, bytes: body }])
}

function replyValidation(operation: Operation, status: number | undefined, json: unknown): Validation {
  if (status === undefined || json === undefined) return unspoken
  const { reply, error } = operation.schemas
  const isError = status >= 400 || operation.denies?.(status, json) === true
  const schema = isError ? error : isSuccess(status) ? reply : undefined
  return schema === undefined ? unspoken : validate(schema, json)
}

function eventValidations({ schemas }: Operation, stream: EventStream | undefined): readonly Validation[] {
  const { event: schema } = schemas
  if (stream === undefined || schema === undefined) return []
  return stream.events.map(({ json }) => (json === undefined ? unspoken : validate(schema, json)))
}
