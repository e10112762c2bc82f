import { isMembers, member } from './conversation.ts'

const plainWords = ['type', 'description', 'title']

/**
 * Returns whether an earlier tool input plainly fits its tool: every required member is there, and each member has the
 * type in the tool's schema. It returns `false` in doubt, and the input is then unspecified. Another requirement
 * reports an input that is missing or not an object.
 */
export function fitsRoughly(schema: unknown, input: unknown): boolean {
  if (!isMembers(input) || schema === undefined) return true
  const required = member(schema, 'required') ?? []
  const properties = member(schema, 'properties') ?? {}
  if (!Array.isArray(required) || !isMembers(properties)) return false
  if (!required.every((name) => typeof name === 'string' && Object.hasOwn(input, name))) return false
  return Object.entries(input).every(([name, value]) => isOfNamedType(member(properties, name), value))
}

function isOfNamedType(schema: unknown, value: unknown): boolean {
  const type = member(schema, 'type')
  if (!isMembers(schema) || !Object.keys(schema).every((word) => plainWords.includes(word))) return false
  if (type === 'string' || type === 'number' || type === 'boolean') return typeof value === type
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  return type === 'object' && isMembers(value)
}
