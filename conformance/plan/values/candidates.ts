import type { SchemaNode } from '../../../schemas/index.ts'
import { isOfType, isSame } from '../schema/json.ts'
import type { Language } from '../schema/language.ts'
import { remembered, type Shape, shapeOf } from '../schema/shape.ts'
import { referenceOf } from '../schema/subschemas.ts'
import { fits } from '../schema/walk.ts'
import { shortTexts, words } from './texts.ts'

/** Deeper than this nothing is made: recursive schemas end here. */
const deepest = 6
/** How many alternatives are kept for one place. */
const most = 24

/**
 * A few small values that may please all the schemas speaking about one place: what they show as examples first,
 * then the least that they ask for, then that with one optional member more. Proposals, to be validated in place.
 */
export function candidates(language: Language, nodes: readonly SchemaNode[], depth = 0): readonly unknown[] {
  return byDepth[depth]?.(language, nodes) ?? []
}

const byDepth = Array.from({ length: deepest + 1 }, (_, depth) =>
  remembered((language: Language, nodes: readonly SchemaNode[]) => worthTrying(language, nodes, depth)),
)

function worthTrying(language: Language, nodes: readonly SchemaNode[], depth: number): readonly unknown[] {
  const shape = shapeOf(language, nodes)
  const made = [...shape.samples, ...(shape.values ?? madeUp(language, nodes, shape, depth))]
  const wanted = made.filter((value) => shape.types?.some((type) => isOfType(value, type)) ?? true)
  return distinct(wanted).slice(0, most)
}

function madeUp(language: Language, nodes: readonly SchemaNode[], shape: Shape, depth: number): readonly unknown[] {
  const types = shape.types ?? (shape.properties.size > 0 ? ['object'] : ['string'])
  return types.flatMap((type) => ofType(language, nodes, shape, type, depth))
}

function ofType(
  language: Language,
  nodes: readonly SchemaNode[],
  shape: Shape,
  type: string,
  depth: number,
): readonly unknown[] {
  if (type === 'string') return shortTexts(shape)
  if (type === 'integer' || type === 'number') return numbers(shape)
  if (type === 'boolean') return [true, false]
  if (type === 'null') return [null]
  if (type === 'array') return arrays(language, shape, depth)
  return objects(language, nodes, shape, depth)
}

function numbers({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Shape): readonly number[] {
  const edges = [minimum, maximum].filter(Number.isFinite)
  const inside = (value: number) =>
    value >= minimum && value <= maximum && value > exclusiveMinimum && value < exclusiveMaximum
  return [1, 2, 0.5, 16, 1024, ...edges].filter(inside)
}

/** The shortest arrays: one item, each alternative in turn, or as many different ones as are asked for. */
function arrays(language: Language, shape: Shape, depth: number): readonly unknown[] {
  const items = shape.items.length === 0 ? [words[0]] : candidates(language, shape.items, depth + 1)
  const enough = Math.max(shape.minItems, 1)
  const lists = items.map((item, first) => filled(item, items, first, enough))
  return shape.minItems === 0 ? [...lists, []] : lists
}

function filled(item: unknown, items: readonly unknown[], first: number, length: number): readonly unknown[] {
  return Array.from({ length }, (_, index) => (index === 0 ? item : items[(first + index) % items.length]))
}

function objects(language: Language, nodes: readonly SchemaNode[], shape: Shape, depth: number): readonly unknown[] {
  if (shape.branches.length > 0) {
    const rest = nodes.map(withoutBranches(language))
    return shape.branches.flatMap((branch) => candidates(language, [...rest.flat(), branch], depth + 1).slice(0, 3))
  }
  const plain = plainObjects(language, shape, depth)
  return [...plain, ...plain.slice(0, 2).flatMap((value) => completed(language, nodes, shape, value, depth))]
}

/** A branch is chosen once; asking the same `oneOf` again would never end. */
function withoutBranches(language: Language) {
  return (node: SchemaNode): readonly SchemaNode[] => {
    const own = { schema: branchless(node.schema), base: node.base }
    const reference = referenceOf(language, node)
    return reference === undefined ? [own] : [own, ...withoutBranches(language)(reference)]
  }
}

const branchlessOnes = new WeakMap<object, SchemaNode['schema']>()

/** The schema without its `oneOf` and `$ref`; the same one each time, so that it can be remembered. */
function branchless(schema: SchemaNode['schema']): SchemaNode['schema'] {
  const { oneOf: _oneOf, discriminator: _discriminator, $ref: _reference, ...rest } = schema
  const known = branchlessOnes.get(schema) ?? rest
  branchlessOnes.set(schema, known)
  return known
}

function plainObjects(language: Language, shape: Shape, depth: number): readonly unknown[] {
  const choices = new Map<string, readonly unknown[]>()
  const choicesFor = (name: string) => {
    const known = choices.get(name) ?? candidates(language, shape.properties.get(name) ?? [], depth + 1)
    choices.set(name, known)
    return known
  }
  const required = [...shape.required]
  if (required.some((name) => choicesFor(name).length === 0)) return []
  const least = Object.fromEntries(required.map((name) => [name, choicesFor(name)[0]]))
  const varied = required.flatMap((name) =>
    choicesFor(name)
      .slice(1)
      .map((value) => ({ ...least, [name]: value })),
  )
  const optional = [...shape.properties.keys()].filter((name) => !shape.required.has(name))
  const larger = optional.flatMap((name) =>
    choicesFor(name)
      .slice(0, 2)
      .map((value) => ({ ...least, [name]: value })),
  )
  return [least, ...larger, ...varied]
}

/** The value again, with what the conditions that it meets ask for besides. */
function completed(
  language: Language,
  nodes: readonly SchemaNode[],
  shape: Shape,
  value: unknown,
  depth: number,
): readonly unknown[] {
  const met = shape.conditions.flatMap(({ when, follows, otherwise }) =>
    fits(language, when, value) ? follows : otherwise,
  )
  if (met.length === 0 || met.every((node) => nodes.includes(node) || fits(language, node, value))) return []
  const stricter = shapeOf(language, [...nodes, ...met])
  return plainObjects(language, { ...stricter, conditions: [] }, depth)
}

function distinct(values: readonly unknown[]): readonly unknown[] {
  return values.filter((value, index) => values.findIndex((other) => isSame(other, value)) === index)
}
