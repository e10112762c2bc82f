import type { Answer, Ask, Oddity } from '../variant.ts'

/** JSON of any shape, to be rewritten by hand. */
// biome-ignore lint/suspicious/noExplicitAny: an oddity rewrites bodies whose shape it knows.
export type Json = any

/** The value of a JSON text; `undefined` where it is none. */
export function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8')) as unknown
  } catch {
    return undefined
  }
}

/** Rewrites JSON bodies; what `change` gives back stands in their place. */
export function inJson(change: (json: Json, ask: Ask, answer: Answer) => unknown): Oddity {
  return (answer, ask) => {
    const json = parsed(answer.body)
    if (json === undefined) return answer
    const before = JSON.stringify(json)
    const after = JSON.stringify(change(json, ask, answer))
    return after === before ? answer : { ...answer, body: Buffer.from(after) }
  }
}

/** Rewrites the JSON bodies of successes. */
export function inReplies(change: (json: Json, ask: Ask) => unknown): Oddity {
  return inJson((json, ask, { status }) => (status < 300 ? change(json, ask) : json))
}

/** Rewrites the JSON bodies of refusals. */
export function inErrors(change: (json: Json, ask: Ask, answer: Answer) => unknown): Oddity {
  return inJson((json, ask, answer) => (answer.status < 300 ? json : change(json, ask, answer)))
}

/** A whole answer of JSON. */
export function jsonAnswer(status: number, json: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(json)),
  }
}
