import type { SchemaNode } from '../../../schemas/index.ts'
import { branchOf, consequenceOf } from './breaches.ts'
import { isObject } from './json.ts'
import type { Language } from './language.ts'
import { below } from './pointer.ts'
import { listUnder, propertiesOf, referenceOf, under } from './subschemas.ts'

/** A place of a value together with one subschema that speaks about it. Several may speak about the same place. */
export interface Site {
  readonly pointer: string
  readonly value: unknown
  readonly node: SchemaNode
}

/** Every site of a value: through references, `allOf`, the branch that its tag chooses, and the conditions it meets. */
export function* walk(language: Language, node: SchemaNode, value: unknown, pointer = ''): Generator<Site> {
  yield { pointer, value, node }
  for (const part of partsFor(language, node, value)) yield* walk(language, part, value, pointer)
  if (isObject(value)) yield* walkMembers(language, node, value, pointer)
  const items = under(node, 'items')
  if (!Array.isArray(value) || items === undefined) return
  for (const [index, item] of value.entries()) yield* walk(language, items, item, below(pointer, index))
}

/** The subschemas beside which a node speaks about the same value. */
function partsFor(language: Language, node: SchemaNode, value: unknown): readonly SchemaNode[] {
  const chosen = [
    referenceOf(language, node),
    consequenceOf(language, node, value),
    branchOf(language, node, value),
    ...listUnder(node, 'allOf'),
  ]
  return chosen.filter((part) => part !== undefined)
}

function* walkMembers(
  language: Language,
  node: SchemaNode,
  value: Readonly<Record<string, unknown>>,
  pointer: string,
): Generator<Site> {
  const properties = propertiesOf(node)
  const others = under(node, 'additionalProperties')
  for (const [name, member] of Object.entries(value)) {
    const spoken = properties.get(name) ?? others
    if (spoken !== undefined) yield* walk(language, spoken, member, below(pointer, name))
  }
}

/** The sites by the place they are about. */
export function byPlace(sites: Iterable<Site>): ReadonlyMap<string, readonly Site[]> {
  const places = new Map<string, Site[]>()
  for (const site of sites) {
    const known = places.get(site.pointer)
    if (known === undefined) places.set(site.pointer, [site])
    else known.push(site)
  }
  return places
}
