import type { Quirk, VariantReply, VariantRequest } from '../variant.ts'
import { type ErrorJson, type ReplyJson, written } from './written.ts'

/** Parses JSON; `undefined` if it is not valid. */
export function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8')) as unknown
  } catch {
    return undefined
  }
}

/** Rewrites JSON bodies of any shape. The result of `change` replaces the body. */
export function inJson(change: (json: unknown, request: VariantRequest, answer: VariantReply) => unknown): Quirk {
  return (answer, request) => {
    const json = parsed(answer.body)
    if (json === undefined) return answer
    const before = JSON.stringify(json)
    const after = JSON.stringify(change(json, request, answer))
    return after === before ? answer : { ...answer, body: Buffer.from(after) }
  }
}

/** Rewrites the JSON bodies of successes. */
export function inReplies<Reply extends ReplyJson>(change: (reply: Reply, request: VariantRequest) => unknown): Quirk {
  return inJson((json, request, { status }) => (status < 300 ? change(written<Reply>(json), request) : json))
}

/** Rewrites the JSON bodies of rejections. */
export function inErrors<Body extends ErrorJson = ErrorJson>(
  change: (body: Body, request: VariantRequest) => unknown,
): Quirk {
  return inJson((json, request, { status }) => (status < 300 ? json : change(written<Body>(json), request)))
}

/** Returns a complete JSON answer. */
export function jsonAnswer(
  status: number,
  json: unknown,
  headers: Readonly<Record<string, string>> = {},
): VariantReply {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(json)),
  }
}

/**
 * Writes JSON as some languages do by default: on several lines, with `\/` for each slash and `\u` escapes for
 * characters that are not ASCII.
 */
export const withSlashesEscaped: Quirk = (answer) => {
  const json = parsed(answer.body)
  if (json === undefined) return answer
  const text = JSON.stringify(json, null, 4)
    .replaceAll('/', '\\/')
    .replace(/[^ -~\n]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return { ...answer, body: Buffer.from(`\r\n${text}\t\n`) }
}

/** Reverses the members of objects at every depth. */
export const inOppositeOrder: Quirk = inJson((json) => reversed(json))

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  )
}
