import { mismatches } from '../matches.ts'
import type { RuleFinding } from '../rules.ts'
import { type Members, membersOf } from './members.ts'

const scalar = ['string', 'number', 'integer', 'boolean']

/**
 * `parameters` is a JSON Schema (section 2.6), nested or not. It is unspecified if it does not describe an object, or
 * does not compile by itself (upper-case types, interpretation C2, references to other documents).
 */
export function functionParameters(value: unknown): readonly RuleFinding[] {
  if (typeof value !== 'object' || value === null || isPlainObject(membersOf(value))) return []
  const isJudged = membersOf(value)['type'] === 'object' && mismatches(value, {}) !== undefined
  return isJudged ? [] : [{ pointer: '', message: 'not a self-contained JSON Schema of an object', open: 'G16' }]
}

/** Most parameters are plain objects, which need not be compiled. */
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
  if (type === 'object') return isPlainObject(membersOf(value))
  if (Object.keys(rest).length > 0 || !isText(description)) return false
  if (type === 'array') return words === undefined && isPlainProperty(items)
  return scalar.includes(String(type)) && items === undefined && (words === undefined || isPlainEnum(type, words))
}

function isPlainEnum(type: unknown, words: unknown): boolean {
  if (type !== 'string' || !Array.isArray(words) || words.length === 0) return false
  return words.every((word) => typeof word === 'string') && new Set(words).size === words.length
}

function isText(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}
