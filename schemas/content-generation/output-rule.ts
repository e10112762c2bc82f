import type { RuleFinding } from '../rules.ts'
import { membersOf, spelled } from './members.ts'

/**
 * A schema without a mime type that uses it, and `text/x.enum` without a schema that lists words, are unspecified
 * (interpretation G16).
 */
export function outputMode(value: unknown): readonly RuleFinding[] {
  const type = spelled(value, 'responseMimeType', 'response_mime_type')
  const schema = spelled(value, 'responseSchema', 'response_schema')
  if (isSchemasToJudge(type) || type === 'application/json' || (schema === undefined && type !== 'text/x.enum'))
    return []
  if (type === 'text/x.enum' && listsWords(schema)) return []
  return [{ pointer: '', message: 'responseSchema and responseMimeType contradict each other', open: 'G16' }]
}

function isSchemasToJudge(type: unknown): boolean {
  return (
    type !== undefined &&
    type !== null &&
    type !== 'text/plain' &&
    type !== 'application/json' &&
    type !== 'text/x.enum'
  )
}

/** The schema judges a list of another type. */
function listsWords(schema: unknown): boolean {
  const members = membersOf(schema)
  const words = members['enum']
  return members['type'] === 'STRING' && (Array.isArray(words) ? words.length > 0 : words !== undefined)
}
