import type { RequestValue } from '../../../model/operation.ts'

/** A request to the configured model. */
export function ask(body: unknown): RequestValue {
  return { path: { model: 'content-model-1' }, body }
}

/** A question in one turn, with whatever else the body holds. */
export function question(text: string, more: Readonly<Record<string, unknown>> = {}): RequestValue {
  return ask({ contents: [{ parts: [{ text }] }], ...more })
}

/** A question about something that stands in the same turn. */
export function questionAbout(text: string, parts: readonly unknown[]): RequestValue {
  return ask({ contents: [{ parts: [{ text }, ...parts] }] })
}

/** A turn with a role. */
export function turn(role: string, ...parts: readonly unknown[]): unknown {
  return { role, parts }
}
