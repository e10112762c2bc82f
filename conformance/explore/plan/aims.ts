import type { SchemaNode } from '../../../schemas/index.ts'
import type { Operation } from '../../model/operation.ts'
import type { Requirement } from '../../model/requirement.ts'
import { isObject } from '../schema/json.ts'
import type { Language } from '../schema/language.ts'
import { reachable } from '../schema/subschemas.ts'

/** Which of an operation's schemas names a requirement. */
export type Voice = 'reply' | 'error'

/** Whether a requirement speaks about an operation. */
export function speaksOn({ endpoint, alsoOn }: Requirement, operation: Operation): boolean {
  return endpoint === operation.id || alsoOn?.includes(operation.id) === true
}

/** The requirements whose sentences are schemas of an operation's replies or of its refusals. */
export function voicesOf(language: Language, { schemas }: Operation): ReadonlyMap<string, Voice> {
  const replies = [schemas.reply, schemas.event].flatMap((name) => namedBy(language, name))
  const errors = namedBy(language, schemas.error)
  return new Map([...errors.map((id) => [id, 'error'] as const), ...replies.map((id) => [id, 'reply'] as const)])
}

function namedBy(language: Language, name: string | undefined): readonly string[] {
  if (name === undefined) return []
  return [...reachable(language, language.root(name))].flatMap(requirementsAt)
}

function requirementsAt({ schema }: SchemaNode): readonly string[] {
  const annotation = schema['x-requirement']
  if (typeof annotation === 'string') return [annotation]
  return isObject(annotation) ? Object.values(annotation).map(String) : []
}
