import { startReferenceServer } from '../../reference-server/index.ts'
import { type Answer, type Behaviour, startInFront, type TargetRequest } from '../bad-targets/in-front.ts'
import { jsonOf, type Operation } from '../bad-targets/operation-of.ts'
import type { Listening } from '../servers.ts'

/** Starts the reference server with faults, behind a proxy if a behaviour is given. */
export function startGateway(faults: readonly string[], behaviour?: Behaviour): Promise<Listening> {
  return behaviour === undefined ? startReferenceServer({ faults }) : startInFront(behaviour, faults)
}

/** Drops members from each JSON request, so that they have no effect. */
export function dropping(...names: readonly string[]): Behaviour {
  return (request, forward) => {
    const kept = Object.entries(jsonOf(request.body)).filter(([name]) => !names.includes(name))
    return forward(
      kept.length === 0 ? request : { ...request, body: Buffer.from(JSON.stringify(Object.fromEntries(kept))) },
    )
  }
}

/** Alters the successful responses of some operations. */
export function altering(operations: readonly Operation[], alter: (answer: Answer) => Answer): Behaviour {
  return async (request, forward) => {
    const answer = await forward(request)
    return answer.status < 300 && isOneOf(operations, request) ? alter(answer) : answer
  }
}

/** Alters the rejections of invalid requests. */
export function rejecting(operations: readonly Operation[], alter: (answer: Answer) => Answer): Behaviour {
  return async (request, forward) => {
    const answer = await forward(request)
    return answer.status === 400 && isOneOf(operations, request) ? alter(answer) : answer
  }
}

function isOneOf(operations: readonly Operation[], { operation }: TargetRequest): boolean {
  return operation !== undefined && operations.includes(operation)
}

/** Returns the head and body of a response as bytes, with the given framing. */
function framed(
  { status, type, body }: Answer,
  framing: (body: string) => readonly [headers: string, body: string],
): Answer {
  const [headers, bytes] = framing(Buffer.from(body).toString('latin1'))
  return {
    status,
    type,
    body,
    raw: `HTTP/1.1 ${status} OK\r\ncontent-type: ${type}\r\nconnection: close\r\n${headers}\r\n${bytes}`,
  }
}

export const bothLengths = (answer: Answer): Answer =>
  framed(answer, (body) => [
    `content-length: ${body.length}\r\ntransfer-encoding: chunked\r\n`,
    `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  ])

export const malformedChunks = (answer: Answer): Answer =>
  framed(answer, (body) => ['transfer-encoding: chunked\r\n', `zz\r\n${body}\r\n0\r\n\r\n`])

export const bareLineFeeds = (answer: Answer): Answer =>
  framed(answer, (body) => [`content-length: ${body.length}\n`, body])

export const twoLengths = (answer: Answer): Answer =>
  framed(answer, (body) => [`content-length: ${body.length}\r\ncontent-length: ${body.length + 1}\r\n`, body])

export const tooShort = (answer: Answer): Answer =>
  framed(answer, (body) => [`content-length: ${body.length + 10}\r\n`, body])

export const notGzip = (answer: Answer): Answer => ({ ...answer, headers: { 'content-encoding': 'gzip' } })

/** Cuts a body after 60 bytes, and counts these in its Content-Length. */
export const cutShort = (answer: Answer): Answer => ({ ...answer, body: String(answer.body).slice(0, 60) })

export const unterminated = (answer: Answer): Answer => ({ ...answer, body: String(answer.body).trimEnd() })

export const doubledComma = (answer: Answer): Answer => ({
  ...answer,
  body: String(answer.body).replaceAll('"type":"content_block_delta",', '"type":"content_block_delta",,'),
})

/** Breaks a messages stream in three ways: no block starts, no `message_stop`, and `[DONE]` of another protocol. */
export const threeFacts = (answer: Answer): Answer => ({
  ...answer,
  body: `${events(answer)
    .filter((event) => !event.includes('"type":"content_block_start"') && !event.includes('"type":"message_stop"'))
    .join('\n\n')}\n\ndata: [DONE]\n\n`,
})

function events({ body }: Answer): readonly string[] {
  return String(body)
    .split('\n\n')
    .filter((event) => event !== '')
}

export const json = (status: number, body: unknown): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
})
