import type { SchemaNode } from '../../schemas/index.ts'
import type { DrawContext, Override, Random } from '../model/arbitraries.ts'
import type { Language } from '../plan/schema/language.ts'
import { type Shape, shapeOf } from '../plan/schema/shape.ts'
import { propertiesOf, referenceOf } from '../plan/schema/subschemas.ts'
import { fits, tagOf } from '../plan/schema/walk.ts'
import { argumentSchema } from './json-schemas.ts'
import { isFree, lengthsIn, listedIn, mentionedIn, numbersIn } from './mentioned.ts'
import { branchFor, isSoundHere } from './sound.ts'
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

/** The most draws of one list, object or override until its value is the wanted one. */
const triesForAim = 20

/** The deepest nesting of lists and objects. */
const deepest = 9

/** Draws a value for a whole request. */
export function drawValue(drawing: Drawing): unknown {
  return drawAt(drawing, [drawing.root], '', 0)
}

function drawAt(drawing: Drawing, nodes: readonly SchemaNode[], place: string, depth: number): unknown {
  const override = drawing.overrides[place]
  const own = () => drawOwn(drawing, nodes, place, depth)
  const aim = drawing.aim?.place === place ? drawing.aim : undefined
  const { random, isAwkward } = drawing
  if (override === undefined || (aim !== undefined && random.chance(50))) return own()
  const context: DrawContext = {
    ...{ random, own },
    at: (other, tag) => drawAt(drawing, nodesAt(drawing.language, drawing.root, other, tag), other, depth + 1),
    text: () => drawText(random, isAwkward, { least: 1, most: Number.POSITIVE_INFINITY }),
    argumentSchema: () => argumentSchema(random, isAwkward),
  }
  let value = override(context)
  for (let turn = 1; turn < triesForAim && aim?.isWanted(value) === false; turn += 1) value = override(context)
  return value
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
  for (let turn = 0; turn < (aim === undefined ? 1 : triesForAim); turn += 1) {
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
    for (const name of random.shuffled(freeNames(drawing.isAwkward)).slice(0, random.pick([1, 2, 3, 4, 7]))) {
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
