import type { RuleFinding } from '../rules.ts'
import { itemsOf, type Members, membersOf } from './members.ts'

const scalar = ['string', 'number', 'integer', 'boolean']

/**
 * `parameters` is a JSON Schema (section 2.6), but which of its keywords are known is not shown: anything beyond an
 * object of plainly typed properties is open (readings.md G16), and so are upper-case types (C2).
 */
export function functionParameters(value: unknown): readonly RuleFinding[] {
  if (typeof value !== 'object' || value === null || isPlainObject(membersOf(value))) return []
  return [{ pointer: '', message: 'more than an object of plainly typed properties', open: 'G16' }]
}

function isPlainObject(schema: Members): boolean {
  const { type, properties, required, ...rest } = schema
  const names = Object.keys(membersOf(properties))
  if (type !== 'object' || names.length === 0 || Object.keys(rest).some((key) => key !== 'description')) return false
  const isKnown =
    required === undefined || (Array.isArray(required) && required.every((name) => names.includes(String(name))))
  return isKnown && Object.values(membersOf(properties)).every(isPlainProperty)
}

function isPlainProperty(value: unknown): boolean {
  const { type, description, enum: words, items, ...rest } = membersOf(value)
  if (Object.keys(rest).length > 0 || !isText(description)) return false
  if (type === 'array') return words === undefined && scalar.includes(String(membersOf(items)['type']))
  if (items !== undefined || !scalar.includes(String(type))) return false
  return words === undefined || (type === 'string' && itemsOf(words).length > 0 && itemsOf(words).every(isText))
}

function isText(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}
