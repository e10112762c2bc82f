import type { SchemaNode } from '../../schemas/index.ts'
import { isObject } from '../plan/schema/json.ts'
import type { Language } from '../plan/schema/language.ts'
import { listUnder, propertiesOf, referenceOf, under } from '../plan/schema/subschemas.ts'
import { fits } from '../plan/schema/walk.ts'
import type { Aim, Wanted } from './draw.ts'

/** The deepest nesting of a schema within itself. */
const deepest = 1

/** The places of a request at which each feature of its schema can be used, by the id of its requirement, with the values that use it. */
export function aimsForFeatures(language: Language, root: SchemaNode): ReadonlyMap<string, readonly Aim[]> {
  const found = new Map<string, Aim[]>()
  visit(root, '', { above: [], conditions: [], around: [] })
  return found

  /** `conditions` are those of the same place under which the node holds. */
  function visit(node: SchemaNode, place: string, { above, conditions, around }: Way): void {
    if (above.filter((one) => one === node.schema).length > deepest) return
    const next = { above: [...above, node.schema], conditions, around }
    const isWanted = (value: unknown) => conditions.every(({ when, holds }) => fits(language, when, value) === holds)
    for (const id of featuresAt(node)) {
      const aims = found.get(id) ?? []
      found.set(id, aims)
      aims.push({ place, isWanted, above: around })
    }
    for (const part of [referenceOf(language, node), ...listUnder(node, 'allOf'), ...listUnder(node, 'oneOf')])
      if (part !== undefined) visit(part, place, next)
    const when = under(node, 'if')
    for (const keyword of ['then', 'else'] as const) {
      const part = under(node, keyword)
      if (part === undefined || when === undefined) continue
      visit(part, place, { ...next, conditions: [...conditions, { when, holds: keyword === 'then' }] })
    }
    const outer = conditions.length === 0 ? around : [...around, { place, isWanted }]
    const inner = { above: next.above, conditions: [], around: outer }
    for (const [name, member] of propertiesOf(node)) visit(member, `${place}/${name}`, inner)
    for (const keyword of ['items', 'additionalProperties'] as const) {
      const items = under(node, keyword)
      if (items !== undefined) visit(items, `${place}/*`, inner)
    }
  }
}

/** How a node was reached. */
interface Way {
  readonly above: readonly object[]
  readonly conditions: readonly { readonly when: SchemaNode; readonly holds: boolean }[]
  /** The demands on the values around it. */
  readonly around: readonly Wanted[]
}

function featuresAt({ schema }: SchemaNode): readonly string[] {
  return [schema['x-feature']].flat().flatMap((feature) => {
    if (typeof feature === 'string') return [feature]
    return isObject(feature) ? [String(feature['id'])] : []
  })
}
