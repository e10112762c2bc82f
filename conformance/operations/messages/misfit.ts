import { isMembers, listOf, type Members, member } from './members.ts'
import { quoted } from './quoted.ts'

/** Why a value does not fit a schema; `doubt` where the schema says more than this can tell. */
export interface Misfit {
  readonly message: string
  readonly doubt?: true
}

interface Subject {
  readonly value: unknown
  readonly pointer: string
  /** The schema the word stands in. */
  readonly schema: Members
  readonly depth: number
}

/** What one word of a schema finds. */
type Word = (argument: unknown, subject: Subject) => Generator<Misfit>

/** Words that say nothing about a value. */
const silent = new Set(['title', 'description', 'default', 'examples', '$schema', '$id', '$comment', 'deprecated'])
const typeNames = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']
const deepest = 32

/**
 * The first way in which a value does not fit a JSON Schema, of the small part of JSON Schema that tools mostly
 * use. Certain misfits come first; words beyond that part leave the rest in doubt.
 */
export function misfitOf(schema: unknown, value: unknown): Misfit | undefined {
  const found = [...misfits(schema, value, '', 0)]
  return found.find(({ doubt }) => doubt === undefined) ?? found[0]
}

function* misfits(schema: unknown, value: unknown, pointer: string, depth: number): Generator<Misfit> {
  if (schema === true) return
  if (!isMembers(schema) || depth > deepest) return yield* beyond(`the schema at ${pointer || 'its root'}`)
  for (const [name, argument] of Object.entries(schema)) {
    if (silent.has(name)) continue
    const word = Object.hasOwn(words, name) ? words[name] : undefined
    if (word === undefined) yield* beyond(`the word ${name} of the schema`)
    else yield* word(argument, { value, pointer, schema, depth })
  }
}

function* beyond(what: string): Generator<Misfit> {
  yield { message: `${what} is beyond what is judged`, doubt: true }
}

const words: Readonly<Record<string, Word>> = {
  *type(argument, { value, pointer }) {
    const names = [argument].flat()
    if (!names.every((name) => typeNames.includes(String(name)))) yield* beyond(`the type ${quoted(argument)}`)
    else if (!names.some((name) => isOfType(name, value))) yield* misfit(pointer, 'is not of type', argument)
  },
  const: (argument, subject) => oneOf([argument], subject),
  enum: (argument, subject) => oneOf(listOf(argument), subject),
  minimum: bounded('number', (value, bound) => value >= bound, 'is below'),
  maximum: bounded('number', (value, bound) => value <= bound, 'is above'),
  exclusiveMinimum: bounded('number', (value, bound) => value > bound, 'is not above'),
  exclusiveMaximum: bounded('number', (value, bound) => value < bound, 'is not below'),
  minLength: bounded('string', (value, bound) => value.length >= bound, 'is shorter than'),
  maxLength: bounded('string', (value, bound) => [...value].length <= bound, 'is longer than'),
  minItems: bounded('array', (value, bound) => value.length >= bound, 'has fewer items than'),
  maxItems: bounded('array', (value, bound) => value.length <= bound, 'has more items than'),
  *required(names, { value, pointer }) {
    if (!isMembers(value)) return
    for (const name of listOf(names).map(String)) {
      if (!Object.hasOwn(value, name)) yield { message: `${pointer}/${name} is missing` }
    }
  },
  *properties(properties, { value, pointer, depth }) {
    if (!isMembers(value) || !isMembers(properties)) return
    for (const [name, schema] of Object.entries(properties)) {
      if (Object.hasOwn(value, name)) yield* misfits(schema, value[name], `${pointer}/${name}`, depth + 1)
    }
  },
  *items(schema, { value, pointer, depth }) {
    for (const [index, item] of listOf(value).entries()) yield* misfits(schema, item, `${pointer}/${index}`, depth + 1)
  },
  *additionalProperties(schema, { value, pointer, schema: parent, depth }) {
    if (!isMembers(value) || Object.hasOwn(parent, 'patternProperties')) return
    const listed = member(parent, 'properties')
    for (const [name, inner] of Object.entries(value)) {
      if (isMembers(listed) && Object.hasOwn(listed, name)) continue
      if (schema === false) yield { message: `${pointer}/${name} is not among the properties` }
      else yield* misfits(schema, inner, `${pointer}/${name}`, depth + 1)
    }
  },
}

function* misfit(pointer: string, claim: string, argument: unknown): Generator<Misfit> {
  yield { message: `${pointer || 'the value'} ${claim} ${quoted(argument)}` }
}

/** Lists and objects are not compared: whether two are the same is left in doubt. */
function* oneOf(choices: readonly unknown[], { value, pointer }: Subject): Generator<Misfit> {
  if (choices.includes(value)) return
  const isCompound = typeof value === 'object' && value !== null
  if (isCompound && choices.some((choice) => typeof choice === 'object'))
    yield* beyond('a choice between lists or objects')
  else yield* misfit(pointer, 'is none of', choices)
}

interface Sized {
  readonly number: number
  readonly string: string
  readonly array: readonly unknown[]
}

/** A word that sets a bound for values of one type; one that is no number bounds nothing. */
function bounded<Type extends keyof Sized>(
  type: Type,
  holds: (value: Sized[Type], bound: number) => boolean,
  claim: string,
): Word {
  return function* (bound, { value, pointer }) {
    if (typeof bound !== 'number' || !isOfType(type, value)) return
    if (!holds(value as Sized[Type], bound)) yield* misfit(pointer, claim, bound)
  }
}

function isOfType(name: unknown, value: unknown): boolean {
  if (name === 'integer') return Number.isInteger(value)
  if (name === 'array') return Array.isArray(value)
  if (name === 'object') return isMembers(value)
  if (name === 'null') return value === null
  return typeof value === name
}
