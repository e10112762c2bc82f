import type { SchemaNode } from '../../schemas/index.ts'
import { isObject } from '../../schemas/json.ts'
import type { Override, Random } from '../model/arbitraries.ts'
import { memoize } from '../model/memoize.ts'
import { isOfType, isSame } from '../plan/schema/json.ts'
import type { Language } from '../plan/schema/language.ts'
import { remembered, type Shape, shapeOf } from '../plan/schema/shape.ts'
import { listUnder, propertiesOf, referenceOf, under } from '../plan/schema/subschemas.ts'
import { fits, fitsAsWhole, tagOf } from '../plan/schema/walk.ts'
import { argumentSchema } from './json-schemas.ts'
import { drawText, freeNames } from './texts.ts'

export interface Drawing {
  readonly language: Language
  readonly random: Random
  readonly root: SchemaNode
  /** Custom generators by place. In a place, `*` stands for the index of an item or a name that the user chooses. */
  readonly overrides: Readonly<Record<string, Override>>
  /** The share of optional members that are present, in percent. */
  readonly density: number
  readonly isAwkward: boolean
  /** The place to draw, with a wanted value. Increases the chance of reaching it. */
  readonly aim?: DrawAim
}

/** A condition on the value at a place. */
export interface WantedItem {
  readonly place: string
  readonly isWanted: (value: unknown) => boolean
}

/** A place and its wanted value, together with conditions on the values around it. */
export interface DrawAim extends WantedItem {
  readonly above: readonly WantedItem[]
}

/** The deepest nesting of lists and objects. */
const deepest = 9

/** Draws a value for a whole request. */
export function drawValue(drawing: Drawing): unknown {
  return drawAt(drawing, [drawing.root], '', 0)
}

function drawAt(drawing: Drawing, nodes: readonly SchemaNode[], place: string, depth: number): unknown {
  const override = drawing.overrides[place]
  const own = () => drawOwn(drawing, nodes, place, depth)
  const isAimed = drawing.aim?.place === place && drawing.random.chance(50)
  if (override === undefined || isAimed) return own()
  const { random, isAwkward } = drawing
  return override({
    ...{ random, own },
    at: (other, tag) => drawAt(drawing, nodesAt(drawing.language, drawing.root, other, tag), other, depth + 1),
    text: () => drawText(random, isAwkward, { least: 1, most: Number.POSITIVE_INFINITY }),
    argumentSchema: () => argumentSchema(random, isAwkward),
  })
}

/** Tries the types in random order, until one gives a value that is valid and specified. */
function drawOwn(drawing: Drawing, nodes: readonly SchemaNode[], place: string, depth: number): unknown {
  const { language, random } = drawing
  const shape = shapeOf(language, nodes)
  const isAimed = drawing.aim?.place === place
  const listed = listedIn(language, nodes)
  if (listed.length > 0) {
    const wanted = isAimed ? listed.filter((value) => drawing.aim!.isWanted(value)) : listed
    const scalars = shape.types?.every((type) => type !== 'object' && type !== 'array') ?? shape.properties.size === 0
    if (scalars && !isFree(shape)) return wanted.length === 0 ? undefined : random.pick(wanted)
    if (scalars && random.chance(60)) return wanted.length === 0 ? undefined : random.pick(wanted)
  }
  const types = shape.types ?? (shape.properties.size > 0 || shape.branches.length > 0 ? ['object'] : ['string'])
  for (const type of random.shuffled(types)) {
    const value = drawOf(drawing, [...nodes, ...impliedBy(language, nodes, type)], type, place, depth)
    if (value !== undefined && isSoundHere(language, nodes, value)) return value
  }
  return undefined
}

/** Returns whether a place takes values other than those its schema lists. */
export function isFree(shape: Shape): boolean {
  return shape.values === undefined && shape.patterns.length === 0 && shape.formats.length === 0
}

/** Returns the schemas that apply because of a condition on the type alone. */
const impliedBy = (language: Language, nodes: readonly SchemaNode[], type: string): readonly SchemaNode[] =>
  shapeOf(language, nodes).conditions.flatMap(({ when, follows }) =>
    Object.keys(when.schema).length === 1 && when.schema['type'] === type ? follows : [],
  )

function drawOf(drawing: Drawing, nodes: readonly SchemaNode[], type: string, place: string, depth: number): unknown {
  const { language, random, isAwkward } = drawing
  const shape = shapeOf(language, nodes)
  const aim = drawing.aim?.place === place ? drawing.aim : drawing.aim?.above.find((wish) => wish.place === place)
  if (type === 'null') return null
  if (type === 'boolean') return random.chance(50)
  if (type === 'integer' || type === 'number') {
    const numbers = numbersIn(language, nodes).filter((value) => aim?.isWanted(value) ?? true)
    return numbers.length === 0 ? undefined : random.pick(numbers)
  }
  if (type === 'string') {
    if (!isFree(shape)) return undefined
    const limits = { least: shape.minLength, most: shape.maxLength, mentioned: lengthsIn(language, nodes) }
    for (let turn = 0; turn < (aim === undefined ? 4 : 60); turn += 1) {
      const text = drawText(random, isAwkward, limits)
      if ((aim?.isWanted(text) ?? true) && isSoundHere(language, nodes, text, isAwkward)) return text
    }
    return undefined
  }
  if (depth > deepest) return undefined
  for (let turn = 0; turn < (aim === undefined ? 1 : 20); turn += 1) {
    const value =
      type === 'array' ? drawArray(drawing, shape, place, depth) : drawObject(drawing, nodes, shape, place, depth)
    if (aim?.isWanted(value) ?? true) return value
  }
  return undefined
}

/** The numbers of items, mostly small, since long lists are expensive. */
const counts = [1, 1, 1, 2, 2, 3, 4, 5, 6, 9, 12] as const

function drawArray(drawing: Drawing, shape: Shape, place: string, depth: number): unknown {
  const { random } = drawing
  const possible = [...counts, 0].filter((count) => count >= shape.minItems && count <= shape.maxItems)
  const edges = [shape.minItems, shape.maxItems].filter((count) => count > 0 && count <= 20)
  const count =
    edges.length > 0 && random.chance(30)
      ? random.pick(edges)
      : random.pick(possible.length > 0 ? possible : [shape.minItems])
  const items = Array.from({ length: depth > 4 ? Math.min(count, 3) : count }, () =>
    drawAt(drawing, shape.items, `${place}/*`, depth + 1),
  )
  return items.filter((item) => item !== undefined)
}

function drawObject(
  drawing: Drawing,
  nodes: readonly SchemaNode[],
  shape: Shape,
  place: string,
  depth: number,
  tag?: string,
): unknown {
  const { language, random } = drawing
  if (shape.branches.length > 0) {
    const branch = random.pick(shape.branches)
    const rest = nodes.flatMap((node) => withoutBranches(language, node))
    return drawObject(drawing, [...rest, branch], shapeOf(language, [...rest, branch]), place, depth, tag)
  }
  const members: Record<string, unknown> = {}
  let all = nodes
  // Conditions may add members, so the members they depend on are drawn first.
  for (let turn = 0; turn < 3; turn += 1) {
    const before = shapeOf(language, all)
    if (!drawMembers(drawing, before, decidersOf(before), members, { place, depth })) return undefined
    const met = before.conditions.flatMap(({ when, follows, otherwise }) =>
      fits(language, when, members) ? follows : otherwise,
    )
    const more = met.filter((node) => !all.includes(node))
    if (more.length === 0) break
    all = [...all, ...more]
  }
  const whole = shapeOf(language, all)
  if (!drawMembers(drawing, whole, [...whole.properties.keys()], members, { place, depth })) return undefined
  if (shape.others.length > 0 && shape.properties.size === 0) {
    for (const name of random.shuffled(freeNames(drawing.isAwkward)).slice(0, random.integer(1, 4))) {
      const value = drawAt(drawing, shape.others, `${place}/*`, depth + 1)
      if (value !== undefined) members[name] = value
    }
  }
  return thinned(drawing, nodes, whole, members)
}

/** Draws those of the named members that are missing. Returns whether all required ones could be drawn. */
function drawMembers(
  drawing: Drawing,
  shape: Shape,
  names: readonly string[],
  members: Record<string, unknown>,
  { place, depth }: { readonly place: string; readonly depth: number },
): boolean {
  const { random } = drawing
  for (const name of random.shuffled(names.filter((one) => shape.properties.has(one) && !(one in members)))) {
    const inner = `${place}/${name}`
    const isNeeded = shape.required.has(name) || isOnTheWay(drawing.aim, inner)
    if (!isNeeded && !random.chance(drawing.density)) continue
    const value = decided(drawing, shape, name) ?? drawAt(drawing, shape.properties.get(name) ?? [], inner, depth + 1)
    if (value !== undefined) members[name] = value
    else if (shape.required.has(name)) return false
  }
  return true
}

/** Returns a value that a condition looks for, or in some draws `undefined`, which leaves the choice to the schema. */
function decided({ language, random }: Drawing, { conditions, properties }: Shape, name: string): unknown {
  const nodes = properties.get(name) ?? []
  const wanted = conditions.flatMap(({ when }) => propertiesOf(when).get(name) ?? [])
  if (wanted.length === 0 || random.chance(40)) return undefined
  const values = mentionedIn(language, wanted).filter(
    (value) => typeof value !== 'object' && isSoundHere(language, nodes, value),
  )
  return values.length === 0 ? undefined : random.pick(values)
}

/** Returns the members that conditions depend on. */
function decidersOf({ conditions }: Shape): readonly string[] {
  return conditions.flatMap(({ when }) => [...propertiesOf(when).keys()])
}

function isOnTheWay(aim: DrawAim | undefined, place: string): boolean {
  return aim !== undefined && (aim.place === place || aim.place.startsWith(`${place}/`))
}

/** Removes optional members until the object is valid and specified. */
function thinned(
  { language, random }: Drawing,
  nodes: readonly SchemaNode[],
  shape: Shape,
  members: Record<string, unknown>,
): unknown {
  if (isSoundHere(language, nodes, members)) return members
  const optional = Object.keys(members).filter((name) => !shape.required.has(name))
  for (const name of random.shuffled(optional)) {
    const { [name]: _, ...rest } = members
    if (isSoundHere(language, nodes, rest)) return rest
  }
  for (const name of random.shuffled(optional)) {
    delete members[name]
    if (isSoundHere(language, nodes, members)) return members
  }
  return undefined
}

/**
 * Returns a node without its `oneOf`. The branch is chosen already, and drawing the same `oneOf` again would not end.
 */
function withoutBranches(language: Language, node: SchemaNode): readonly SchemaNode[] {
  const { oneOf: _oneOf, discriminator: _discriminator, $ref: _reference, ...rest } = node.schema
  const known = branchless.get(node.schema) ?? rest
  branchless.set(node.schema, known)
  const reference = referenceOf(language, node)
  const own = { schema: known, base: node.base }
  return reference === undefined ? [own] : [own, ...withoutBranches(language, reference)]
}

const branchless = new WeakMap<object, SchemaNode['schema']>()

/**
 * Returns whether a value violates nothing at its own place and uses nothing unspecified there. Does not check rules in
 * code, which the validator checks.
 */
export function isSoundHere(
  language: Language,
  nodes: readonly SchemaNode[],
  value: unknown,
  mayBeAwkward = true,
): boolean {
  return nodes.every((node) => fitsAsWhole(language, node, value) && !isOpenHere(language, node, value, mayBeAwkward))
}

function isOpenHere(language: Language, node: SchemaNode, value: unknown, mayBeAwkward: boolean): boolean {
  const isOpen = unspecifiedAt(node).some(
    ({ interpretation, when }) => (interpretation !== 'G13' || !mayBeAwkward) && fits(language, when, value),
  )
  if (isOpen) return true
  const reference = referenceOf(language, node)
  const condition = under(node, 'if')
  const consequence = condition && under(node, fits(language, condition, value) ? 'then' : 'else')
  const tag = tagOf(node)
  const branch = tag === undefined || !isObject(value) ? undefined : branchFor(language, node, tag, value[tag])
  return [reference, consequence, branch, ...listUnder(node, 'allOf')].some(
    (part) => part !== undefined && isOpenHere(language, part, value, mayBeAwkward),
  )
}

/**
 * Returns the unspecified parts of a schema. Returns the same nodes each time, so that facts about them stay cached.
 */
const unspecifiedAt = memoize(({ schema, base }: SchemaNode) =>
  [schema['x-unspecified']]
    .flat()
    .filter(isObject)
    .map(({ interpretation, when }) => ({ interpretation, when: { schema: when as SchemaNode['schema'], base } })),
)

function branchFor(language: Language, node: SchemaNode, tag: string, value: unknown): SchemaNode | undefined {
  return listUnder(node, 'oneOf').find((branch) => {
    const named = propertiesOf(referenceOf(language, branch) ?? branch).get(tag)
    return named !== undefined && fits(language, named, value)
  })
}

/** Returns the schemas that apply to a place. `tag` selects one of its alternatives. */
export function nodesAt(language: Language, root: SchemaNode, place: string, tag?: string): readonly SchemaNode[] {
  let nodes: readonly SchemaNode[] = [root]
  for (const step of place.split('/').slice(1)) {
    const shape = shapeOf(language, nodes)
    const branches = shape.branches.flatMap((branch) => shapeOf(language, [branch]).properties.get(step) ?? [])
    nodes =
      step === '*' ? (shape.items.length > 0 ? shape.items : shape.others) : (shape.properties.get(step) ?? branches)
  }
  if (tag === undefined) return nodes
  const holder = nodes.flatMap((node) => [
    node,
    ...(referenceOf(language, node) === undefined ? [] : [referenceOf(language, node)!]),
  ])
  const owner = holder.find((node) => tagOf(node) !== undefined)
  const branch = owner && branchFor(language, owner, tagOf(owner)!, tag)
  return branch === undefined ? nodes : [...nodes.flatMap((node) => withoutBranches(language, node)), branch]
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
