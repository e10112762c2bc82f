import type { SchemaNode } from '../../../schemas/index.ts'
import { below } from '../../../schemas/json-pointer.ts'
import { isObject } from '../schema/json.ts'
import type { Language } from '../schema/language.ts'
import { type Shape, shapeOf } from '../schema/shape.ts'
import type { Site } from '../schema/walk.ts'
import { tagOf } from '../schema/walk.ts'
import { arrayOfLength } from './arrays.ts'
import { meeting } from './boundaries.ts'
import { textsThatSuit } from './texts.ts'

/** A proposal to break something at one place: a value for it, or `undefined` to take it away. */
export interface Breaker {
  readonly pointer: string
  readonly value: unknown
}

type Proposal = (limit: never, place: Place) => readonly unknown[]

interface Place {
  readonly language: Language
  readonly site: Site
  readonly nodes: readonly SchemaNode[]
  readonly shape: Shape
}

export const outsider = 'no-such-value'
const strangers = ['***', 'no such value', outsider, '']

/** Values that may break each keyword at its own place, the plainest first (interpretation G16). */
const proposals: Readonly<Record<string, Proposal>> = {
  type: (type: string | readonly string[]) =>
    ['object', 'array'].some((one) => [type].flat().includes(one)) ? [7, {}] : [{}],
  enum: (listed: readonly unknown[], place) => [...outsidersOf(listed[0]), ...listedElsewhere(place)],
  const: (wanted: unknown, place) => [...outsidersOf(wanted), ...listedElsewhere(place)],
  minimum: (limit: number) => [limit - 1, stepped(limit, -0.1)],
  maximum: (limit: number) => [stepped(limit, 0.1), limit + 1],
  exclusiveMinimum: (limit: number) => [limit, stepped(limit, -0.1), limit - 1],
  exclusiveMaximum: (limit: number) => [limit, stepped(limit, 0.1), limit + 1],
  minLength: (limit: number, { shape }) => textsThatSuit(shape, limit - 1),
  maxLength: (limit: number, { shape }) => textsThatSuit(shape, limit + 1),
  minItems: (limit: number, { language, site, nodes }) => arrayOfLength(language, nodes, site.value, limit - 1),
  maxItems: (limit: number, { language, site, nodes }) => arrayOfLength(language, nodes, site.value, limit + 1),
  pattern: () => strangers,
  format: () => strangers,
  examples: (listed: readonly unknown[]) => listed,
  if: (_: unknown, { language, site, nodes }) => [
    ...(listsThen(site.node) ? [outsider] : []),
    ...meeting(language, site.node, nodes, site.value),
  ],
  else: () => [outsider],
}

/** Every way to try to break what one site asks for. Proposals only: what each breaks, the validator says. */
export function breakersOf(language: Language, site: Site, nodes: readonly SchemaNode[]): readonly Breaker[] {
  const { schema } = site.node
  const place = { language, site, nodes, shape: shapeOf(language, nodes) }
  const direct = Object.entries(proposals).flatMap(([keyword, propose]) => {
    if (!(keyword in schema)) return []
    return propose(schema[keyword] as never, place).map((value) => ({ pointer: site.pointer, value }))
  })
  return [...direct, ...missing(site), ...mistagged(site)]
}

/** Whether a value that meets the condition has to be one of a list: then an outsider comes before other words. */
function listsThen({ schema }: SchemaNode): boolean {
  const { then } = schema
  return isObject(then) && Array.isArray(then['enum'])
}

function missing({ node, pointer, value }: Site): readonly Breaker[] {
  const required = (node.schema['required'] as readonly string[] | undefined) ?? []
  const present = required.filter((name) => isObject(value) && Object.hasOwn(value, name))
  return present.map((name) => ({ pointer: below(pointer, name), value: undefined }))
}

function mistagged({ node, pointer }: Site): readonly Breaker[] {
  const tag = tagOf(node)
  return tag === undefined ? [] : [outsider, {}, undefined].map((value) => ({ pointer: below(pointer, tag), value }))
}

function outsidersOf(wanted: unknown): readonly unknown[] {
  if (typeof wanted === 'boolean') return [!wanted]
  return typeof wanted === 'number' ? [wanted + 1] : [outsider]
}

/** What other schemas list for the same place may be just what this one forbids. */
function listedElsewhere({ site, nodes }: Place): readonly unknown[] {
  const lists = nodes.filter(({ schema }) => schema !== site.node.schema).map(({ schema }) => schema['enum'])
  return lists.flatMap((list) => (Array.isArray(list) ? list : []))
}

/** A step beyond a limit, without the noise of binary fractions. */
function stepped(limit: number, step: number): number {
  return Number((limit + step).toFixed(6))
}
