import { itemsOf, type Members, membersOf } from '../json.ts'
import { mismatches } from '../matches.ts'
import type { Rule, RuleFinding } from '../rules.ts'
import { contentConversation } from './conversation-rule.ts'
import { mediaBytes } from './media-rule.ts'
import { schemaFacets } from './schema-rule.ts'
import { spelled } from './spelling.ts'
import { systemInstruction, systemInstructionSentences } from './system-instruction-rule.ts'
import { toolUse } from './tool-rule.ts'

/** The rules of this area that a schema cannot express. */
export const contentGenerationRules: Readonly<Record<string, Rule>> = {
  'content-conversation': contentConversation,
  'content-function-parameters': functionParameters,
  'content-media-bytes': mediaBytes,
  'content-output-mode': outputMode,
  'content-safety-categories': safetyCategories,
  'content-schema-facets': schemaFacets,
  'content-system-instruction': systemInstruction,
  'content-tool-use': toolUse,
}

/** The sentences of these rules. */
export const contentGenerationSentences = systemInstructionSentences

/**
 * Two settings of one category may differ, and the specification does not say which of them applies (interpretation
 * G16).
 */
function safetyCategories(value: unknown): readonly RuleFinding[] {
  const categories = itemsOf(value).map((setting) => membersOf(setting)['category'])
  if (new Set(categories).size === categories.length) return []
  return [{ pointer: '', message: 'a category is set twice', open: 'G16' }]
}

/**
 * A schema without a mime type that uses it, and `text/x.enum` without a schema that lists words, are unspecified
 * (interpretation G16).
 */
function outputMode(value: unknown): readonly RuleFinding[] {
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

const scalar = ['string', 'number', 'integer', 'boolean']

/**
 * `parameters` is a JSON Schema (section 2.6), nested or not. It is unspecified if it does not describe an object, or
 * does not compile by itself (upper-case types, interpretation C2, references to other documents).
 */
function functionParameters(value: unknown): readonly RuleFinding[] {
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
