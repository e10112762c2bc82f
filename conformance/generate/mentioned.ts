import type { SchemaNode } from '../../schemas/index.ts'
import { isOfType, isSame } from '../plan/schema/json.ts'
import type { Language } from '../plan/schema/language.ts'
import { remembered, type Shape, shapeOf } from '../plan/schema/shape.ts'
import { listUnder, referenceOf, under } from '../plan/schema/subschemas.ts'
import { isSoundHere, unspecifiedAt } from './sound.ts'

/** Returns whether a place takes values other than those its schema lists. */
export function isFree(shape: Shape): boolean {
  return shape.values === undefined && shape.patterns.length === 0 && shape.formats.length === 0
}

/** Returns the valid values that the schemas of a place mention: listed ones, examples, and those in conditions. */
export const listedIn = remembered((language: Language, nodes: readonly SchemaNode[]): readonly unknown[] => {
  const mentioned = mentionedIn(language, nodes)
  const values = [...(shapeOf(language, nodes).values ?? []), ...mentioned]
  const distinct = values.filter((value, index) => values.findIndex((other) => isSame(other, value)) === index)
  return distinct.filter((value) => typeof value !== 'object' && isSoundHere(language, nodes, value))
})

/** Returns the values that the schemas of a place list or give as examples, also in conditions. */
export function mentionedIn(language: Language, nodes: readonly SchemaNode[]): readonly unknown[] {
  return nodes.flatMap((node) => {
    const { schema } = node
    const listed = [
      ...('const' in schema ? [schema['const']] : []),
      ...((schema['enum'] as unknown[] | undefined) ?? []),
    ]
    const examples = (schema['examples'] as unknown[] | undefined) ?? []
    return [...listed, ...examples, ...mentionedIn(language, besides(language, node))]
  })
}

/** Returns the text lengths that the schemas of a place mention, also in conditions. */
export const lengthsIn = remembered((language: Language, nodes: readonly SchemaNode[]): readonly number[] =>
  keywordsIn(language, nodes, ['minLength', 'maxLength']),
)

/** Whole numbers that software often treats specially, and some that it does not. */
const usual = [
  ...Array.from({ length: 18 }, (_, index) => index),
  20,
  25,
  32,
  40,
  50,
  64,
  99,
  100,
  101,
  127,
  128,
  200,
  255,
  256,
  257,
  300,
  500,
  512,
  999,
  1000,
  1024,
  2000,
  2048,
  3000,
  4095,
  4096,
  65_536,
  2 ** 31 - 1,
  -1,
  -2,
  -7,
  -100,
]
const fractions = [
  0.01, 0.05, 0.1, 0.25, 0.3, 0.333333, 0.5, 0.7, 0.75, 0.9, 0.95, 0.99, 1.01, 1.5, 1.75, 1.9, 1.99, -0.01, -0.5, -1.5,
  -1.9,
]

/**
 * Returns numbers that are valid at a place: common ones, and those at and next to every number its schemas mention.
 */
export const numbersIn = remembered((language: Language, nodes: readonly SchemaNode[]): readonly number[] => {
  const { types } = shapeOf(language, nodes)
  const isWhole = types !== undefined && !types.includes('number')
  const step = isWhole ? 1 : 0.01
  const near = limitsIn(language, nodes)
    .flatMap((limit) => [limit - step, limit, limit + step])
    .map((value) => Number(value.toFixed(6)))
  const all = [...new Set([...near, ...usual, ...(isWhole ? [] : fractions)])]
  return all.filter((value) => isOfType(value, isWhole ? 'integer' : 'number') && isSoundHere(language, nodes, value))
})

const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const

function limitsIn(language: Language, nodes: readonly SchemaNode[]): readonly number[] {
  const mentioned = mentionedIn(language, nodes).filter((value) => typeof value === 'number')
  return [...mentioned, ...keywordsIn(language, nodes, bounds)]
}

/** Returns the values of some keywords, also in conditions and unspecified parts. */
function keywordsIn(language: Language, nodes: readonly SchemaNode[], keywords: readonly string[]): readonly number[] {
  return nodes.flatMap((node) => {
    const own = keywords.map((keyword) => node.schema[keyword]).filter((value) => typeof value === 'number')
    return [...own, ...keywordsIn(language, besides(language, node), keywords)]
  })
}

/**
 * Returns the schemas that also apply to the same value: the target of a reference, the conditions, the unspecified
 * parts.
 */
function besides(language: Language, node: SchemaNode): readonly SchemaNode[] {
  const parts = [under(node, 'if'), under(node, 'then'), under(node, 'else'), referenceOf(language, node)]
  const open = unspecifiedAt(node).map(({ when }) => when)
  return [...open, ...parts.filter((part) => part !== undefined), ...listUnder(node, 'allOf')]
}
