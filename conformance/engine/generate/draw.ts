import type { DrawContext, Override, Random } from '../../core/model/arbitraries.ts'
import { placeAt, type SchemaPlace, schemaPlace } from '../plan/schema/place.ts'
import type { SchemaView } from '../plan/schema/view.ts'
import { randomFrom } from './random.ts'
import { drawText, freeNames } from './texts.ts'

export interface Drawing {
  readonly random: Random
  readonly root: SchemaView
  /** Custom generators by place. In a place, `*` stands for the index of an item or a name that the user chooses. */
  readonly overrides: Readonly<Record<string, Override>>
  /** The share of optional members that are present, in percent. */
  readonly density: number
  readonly isAwkward: boolean
}

/** The deepest nesting of lists and objects. */
const deepest = 9

export function drawValue(drawing: Drawing): unknown {
  return drawAt(drawing, schemaPlace([drawing.root]), '', 0)
}

function drawAt(drawing: Drawing, place: SchemaPlace, path: string, depth: number): unknown {
  const override = drawing.overrides[path]
  const own = () => drawOwn(drawing, place, path, depth)
  const { random, isAwkward } = drawing
  if (override === undefined) return own()
  const context: DrawContext = {
    random,
    own,
    at: (other, tag) => drawAt(drawing, placeAt(drawing.root, other, tag), other, depth + 1),
    text: () => drawText(random, isAwkward, { least: 1, most: Number.POSITIVE_INFINITY }),
    argumentSchema: () => argumentSchema(random, isAwkward),
  }
  return override(context)
}

/** Tries the types in random order, until one gives a value that is valid and specified. */
function drawOwn(drawing: Drawing, place: SchemaPlace, path: string, depth: number): unknown {
  const { random } = drawing
  const { types } = place
  const listed = place.listed()
  if (listed.length > 0) {
    const isScalar = types?.every((type) => type !== 'object' && type !== 'array') ?? place.names.length === 0
    if (isScalar && (!place.isFree || random.chance(60))) return random.pick(listed)
  }
  const possible = types ?? (place.names.length > 0 || place.branches.length > 0 ? ['object'] : ['string'])
  for (const type of random.shuffled(possible)) {
    const value = drawOf(drawing, place.ofType(type), type, path, depth)
    if (value !== undefined && place.isSound(value)) return value
  }
  return undefined
}

function drawOf(drawing: Drawing, place: SchemaPlace, type: string, path: string, depth: number): unknown {
  const { random } = drawing
  if (type === 'null') return null
  if (type === 'boolean') return random.chance(50)
  if (type === 'integer' || type === 'number') {
    const numbers = place.numbers()
    return numbers.length === 0 ? undefined : random.pick(numbers)
  }
  if (type === 'string') return place.isFree ? drawString(drawing, place) : undefined
  if (depth > deepest) return undefined
  return type === 'array' ? drawArray(drawing, place, path, depth) : drawObject(drawing, place, path, depth)
}

const triesForText = 4

function drawString({ random, isAwkward }: Drawing, place: SchemaPlace): string | undefined {
  const limits = { least: place.minLength, most: place.maxLength, mentioned: place.lengths() }
  for (let turn = 0; turn < triesForText; turn += 1) {
    const text = drawText(random, isAwkward, limits)
    if (place.isSound(text, isAwkward)) return text
  }
  return undefined
}

/** The numbers of items, mostly small, since long lists are expensive. */
const counts = [1, 1, 1, 2, 2, 3, 4, 5, 6, 9, 12, 0] as const

function drawArray(drawing: Drawing, place: SchemaPlace, path: string, depth: number): unknown {
  const { random } = drawing
  const { minItems, maxItems } = place
  const possible = counts.filter((count) => count >= minItems && count <= maxItems)
  const edges = [minItems, maxItems].filter((count) => count > 0 && count <= 20)
  const isEdge = edges.length > 0 && random.chance(30)
  const count = random.pick(isEdge ? edges : possible.length > 0 ? possible : [minItems])
  const items = Array.from({ length: depth > 4 ? Math.min(count, 3) : count }, () =>
    drawAt(drawing, place.items() ?? schemaPlace([]), `${path}/*`, depth + 1),
  )
  return items.filter((item) => item !== undefined)
}

function drawObject(drawing: Drawing, place: SchemaPlace, path: string, depth: number): unknown {
  const { random } = drawing
  if (place.branches.length > 0) return drawObject(drawing, place.choosing(random.pick(place.branches)), path, depth)
  const members: Record<string, unknown> = {}
  const position = { path, depth }
  let whole = place
  // Conditions may add members, so the members they depend on are drawn first.
  for (let turn = 0; turn < 3; turn += 1) {
    if (!drawMembers(drawing, whole, decidersOf(whole), members, position)) return undefined
    const met = whole.conditions.flatMap(({ when, follows, otherwise }) =>
      when.fits(members) ? (follows ?? []) : (otherwise ?? []),
    )
    const more = met.filter((view) => !whole.views.includes(view))
    if (more.length === 0) break
    whole = whole.with(more)
  }
  if (!drawMembers(drawing, whole, whole.names, members, position)) return undefined
  const others = place.others()
  if (others !== undefined && place.names.length === 0) {
    for (const name of random.shuffled(freeNames(drawing.isAwkward)).slice(0, random.pick([1, 2, 3, 4, 7]))) {
      const value = drawAt(drawing, others, `${path}/*`, depth + 1)
      if (value !== undefined) members[name] = value
    }
  }
  return thinned(drawing, place, whole.required, members)
}

/** Draws those of the named members that are missing. Returns whether all required ones could be drawn. */
function drawMembers(
  drawing: Drawing,
  place: SchemaPlace,
  names: readonly string[],
  members: Record<string, unknown>,
  { path, depth }: { readonly path: string; readonly depth: number },
): boolean {
  const { random } = drawing
  for (const name of random.shuffled(names.filter((one) => !(one in members)))) {
    const member = place.member(name)
    if (member === undefined) continue
    const inner = `${path}/${name}`
    if (!place.required.has(name) && !random.chance(drawing.density)) continue
    const value = decided(drawing, place, name, member) ?? drawAt(drawing, member, inner, depth + 1)
    if (value !== undefined) members[name] = value
    else if (place.required.has(name)) return false
  }
  return true
}

/** Returns a value that a condition looks for, or in some draws `undefined`, which leaves the choice to the schema. */
function decided({ random }: Drawing, { conditions }: SchemaPlace, name: string, member: SchemaPlace): unknown {
  const wanted = conditions.flatMap(({ when }) => when.properties.get(name) ?? [])
  if (wanted.length === 0 || random.chance(40)) return undefined
  const values = schemaPlace(wanted)
    .mentioned()
    .filter((value) => typeof value !== 'object' && member.isSound(value))
  return values.length === 0 ? undefined : random.pick(values)
}

/** Returns the members that conditions depend on. */
function decidersOf({ conditions }: SchemaPlace): readonly string[] {
  return conditions.flatMap(({ when }) => [...when.properties.keys()])
}

/** Removes optional members until the object is valid and specified. */
function thinned(
  { random }: Drawing,
  place: SchemaPlace,
  required: ReadonlySet<string>,
  members: Record<string, unknown>,
): unknown {
  if (place.isSound(members)) return members
  const optional = Object.keys(members).filter((name) => !required.has(name))
  for (const name of random.shuffled(optional)) {
    const { [name]: _, ...rest } = members
    if (place.isSound(rest)) return rest
  }
  for (const name of random.shuffled(optional)) {
    delete members[name]
    if (place.isSound(members)) return members
  }
  return undefined
}

type Schema = Readonly<Record<string, unknown>>

const scalars: readonly Schema[] = [
  { type: 'string' },
  { type: 'integer' },
  { type: 'number' },
  { type: 'boolean' },
  { type: 'string', description: 'What is asked for.' },
  { type: 'string', enum: ['celsius'] },
  { type: 'string', enum: ['celsius', 'kelvin'] },
]

/** The number of different schemas. It is limited, since each has to be compiled for judging. */
const different = 30

/** Draws a JSON Schema of an object, as tools and functions use it for their arguments. */
function argumentSchema(random: Random, isAwkward: boolean): Schema {
  return objectSchema(randomFrom(random.integer(1, different)), 0, isAwkward)
}

function objectSchema(random: Random, depth: number, isAwkward: boolean): Schema {
  const count = random.pick(depth === 0 ? [0, 1, 1, 2, 2, 4, 7, 12] : [0, 1, 1, 2, 3, 5])
  const names = random.shuffled(freeNames(isAwkward)).slice(0, count)
  const properties = Object.fromEntries(names.map((name) => [name, valueSchema(random, depth + 1, isAwkward)]))
  const required = random.pick([[], names.slice(0, 1), names.slice(0, 2), names.slice(0, 4), names])
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) }
}

function valueSchema(random: Random, depth: number, isAwkward: boolean): Schema {
  const kind = depth > 3 ? 'scalar' : random.pick(['scalar', 'scalar', 'scalar', 'list', 'object'])
  if (kind === 'object') return objectSchema(random, depth, isAwkward)
  return kind === 'list' ? { type: 'array', items: valueSchema(random, depth + 1, isAwkward) } : random.pick(scalars)
}
