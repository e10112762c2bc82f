import fc from 'fast-check'
import type { SchemaNode } from '../../../schemas/index.ts'
import type { Language } from '../schema/language.ts'
import { type Shape, shapeOf } from '../schema/shape.ts'
import { harmlessJson, numbersOf, textsOf } from './arbitrary-scalars.ts'
import { candidates } from './candidates.ts'

/** Below this depth only the values that boundaries know are drawn, so recursive schemas end. */
const deepest = 4
/** Optional members drawn for one object: more of them, and most draws would break a rule that binds two. */
const mostOptional = 4

/**
 * Draws values for a place from all the schemas that speak about it. Nearly valid: what schemas say across places,
 * and named rules, are left to a filter (see `exploration.ts`).
 */
export function arbitraryFor(language: Language, nodes: readonly SchemaNode[], depth = 0): fc.Arbitrary<unknown> {
  const shape = shapeOf(language, nodes)
  if (depth > deepest) return known(language, nodes)
  const chosen = shape.conditions.map(({ when, follows }) =>
    unconditional(language, [...nodes, when, ...follows], depth),
  )
  const plain = { weight: Math.max(1, chosen.length), arbitrary: unconditional(language, nodes, depth) }
  return fc.oneof(plain, ...chosen.map((arbitrary) => ({ weight: 1, arbitrary })))
}

/** Values for a place, its conditions left aside. */
function unconditional(language: Language, nodes: readonly SchemaNode[], depth: number): fc.Arbitrary<unknown> {
  const shape = shapeOf(language, nodes)
  if (shape.values !== undefined)
    return shape.values.length === 0 ? known(language, nodes) : fc.constantFrom(...shape.values)
  const types = shape.types ?? (shape.properties.size > 0 ? ['object'] : ['string'])
  const made = types.map((type) => ofType(language, shape, type, depth))
  const samples = shape.samples.length === 0 ? [] : [fc.constantFrom(...shape.samples)]
  return fc.oneof(...made, ...samples)
}

/** The few values that boundaries know for a place. */
function known(language: Language, nodes: readonly SchemaNode[]): fc.Arbitrary<unknown> {
  const values = candidates(language, nodes)
  return values.length === 0 ? fc.constant(null) : fc.constantFrom(...values)
}

function ofType(language: Language, shape: Shape, type: string, depth: number): fc.Arbitrary<unknown> {
  if (type === 'string') return textsOf(shape)
  if (type === 'integer' || type === 'number') return numbersOf(shape, type)
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  return type === 'array' ? arraysOf(language, shape, depth) : objectsOf(language, shape, depth)
}

function arraysOf(language: Language, shape: Shape, depth: number): fc.Arbitrary<unknown> {
  const items = shape.items.length === 0 ? harmlessJson : arbitraryFor(language, shape.items, depth + 1)
  return fc.array(items, { minLength: shape.minItems, maxLength: Math.min(shape.maxItems, shape.minItems + 3) })
}

function objectsOf(language: Language, shape: Shape, depth: number): fc.Arbitrary<unknown> {
  if (shape.branches.length > 0) {
    return fc.oneof(...shape.branches.map((branch) => arbitraryFor(language, [branch], depth + 1)))
  }
  if (shape.properties.size === 0) return dictionariesOf(language, shape, depth)
  const members = [...shape.properties].map(
    ([name, nodes]) => [name, arbitraryFor(language, nodes, depth + 1)] as const,
  )
  const optional = members.map(([name]) => name).filter((name) => !shape.required.has(name))
  const picked = fc.subarray(optional, { maxLength: Math.min(optional.length, mostOptional) })
  return fc.tuple(fc.record(Object.fromEntries(members)), picked).map(([all, names]) => {
    const wanted = new Set([...shape.required, ...names])
    return Object.fromEntries(Object.entries(all).filter(([name]) => wanted.has(name)))
  })
}

/** Objects whose members have no names of their own: `args`, `parameters`, the properties of a schema. */
function dictionariesOf(language: Language, { others }: Shape, depth: number): fc.Arbitrary<unknown> {
  const members = others.length === 0 ? harmlessJson : arbitraryFor(language, others, depth + 1)
  return fc.dictionary(fc.constantFrom('color', 'city', 'count'), members, { maxKeys: 3 })
}
