import type { Random } from '../../core/model/arbitraries.ts'
import { randomFrom } from './random.ts'
import { freeNames } from './texts.ts'

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
export function argumentSchema(random: Random, isAwkward: boolean): Schema {
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
