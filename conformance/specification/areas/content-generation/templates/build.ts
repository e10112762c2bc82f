import type { RequestValue } from '../../../../core/model/operation.ts'

/** Returns a request to the configured model. */
export function ask(body: unknown): RequestValue {
  return { path: { model: 'content-model-1' }, body }
}

/** Returns a question in one turn, with other members of the body. */
export function question(text: string, more: Readonly<Record<string, unknown>> = {}): RequestValue {
  return ask({ contents: [{ parts: [{ text }] }], ...more })
}

/** Returns a question about other parts of the same turn. */
export function questionAbout(text: string, parts: readonly unknown[]): RequestValue {
  return ask({ contents: [{ parts: [{ text }, ...parts] }] })
}

export function turn(role: string, ...parts: readonly unknown[]): unknown {
  return { role, parts }
}
