import { itemsOf, type Members, membersOf } from '../json.ts'
import type { RuleFinding } from '../rules.ts'

/** The facets that section 2.6 lists for each type of a response schema. */
export const facetsOfType: Readonly<Record<string, readonly string[]>> = {
  STRING: ['enum', 'format', 'minLength', 'maxLength'],
  NUMBER: ['minimum', 'maximum'],
  INTEGER: ['minimum', 'maximum'],
  BOOLEAN: [],
  ARRAY: ['items', 'minItems', 'maxItems'],
  OBJECT: ['properties', 'required'],
}
const common = ['type', 'description', 'example', 'nullable']

/**
 * Reports unspecified response schemas (interpretation G16): facets of another type, limits that exclude every value,
 * and containers without a schema for their contents.
 */
export function schemaFacets(value: unknown): readonly RuleFinding[] {
  const schema = membersOf(value)
  const type = String(schema['type'])
  const own = Object.hasOwn(facetsOfType, type) ? facetsOfType[type] : undefined
  if (own === undefined) return []
  const isStrange = Object.keys(schema).some((name) => !common.includes(name) && !own.includes(name))
  const isHollow = (type === 'ARRAY' && !('items' in schema)) || (type === 'OBJECT' && !('properties' in schema))
  const found = isStrange || isHollow || isEmptyRange(schema) || !requiresOwn(schema) || repeats(schema)
  return found
    ? [{ pointer: '', message: `the specification does not say what this means for ${type}`, open: 'G16' }]
    : []
}

function isEmptyRange(schema: Members): boolean {
  const pairs = [
    ['minimum', 'maximum'],
    ['minItems', 'maxItems'],
    ['minLength', 'maxLength'],
  ] as const
  return pairs.some(([low, high]) => Number(schema[low]) > Number(schema[high]))
}

/**
 * Returns whether required names are properties. The schema of requests validates properties that are not an object,
 * and names that are not strings.
 */
function requiresOwn({ required, properties = {} }: Members): boolean {
  if (typeof properties !== 'object') return true
  return itemsOf(required).every((name) => typeof name !== 'string' || Object.hasOwn(membersOf(properties), name))
}

/** Returns whether a word is repeated, or an enum is combined with facets that may exclude its words. */
function repeats(schema: Members): boolean {
  const words = itemsOf(schema['enum'])
  const names = itemsOf(schema['required'])
  const isNarrowed = ['format', 'minLength', 'maxLength'].some((name) => name in schema)
  return new Set(words).size < words.length || new Set(names).size < names.length || (words.length > 0 && isNarrowed)
}
