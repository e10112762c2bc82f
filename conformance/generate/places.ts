import type { SchemaNode } from '../../schemas/index.ts'
import { isObject } from '../plan/schema/json.ts'
import type { Language } from '../plan/schema/language.ts'
import { listUnder, propertiesOf, referenceOf, under } from '../plan/schema/subschemas.ts'

/** So many times a schema may stand within itself. */
const deepest = 1

/** The places of a request at which each feature of its schema can be used, by the id of its requirement. */
export function placesOfFeatures(language: Language, root: SchemaNode): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  visit(root, '', [])
  return found

  function visit(node: SchemaNode, place: string, above: readonly object[]): void {
    if (above.filter((one) => one === node.schema).length > deepest) return
    const next = [...above, node.schema]
    for (const feature of [node.schema['x-feature']].flat()) {
      const id = isObject(feature) ? String(feature['id']) : typeof feature === 'string' ? feature : undefined
      if (id === undefined) continue
      const places = found.get(id) ?? []
      found.set(id, places)
      if (!places.includes(place)) places.push(place)
    }
    const beside = [referenceOf(language, node), under(node, 'then'), under(node, 'else'), ...listUnder(node, 'allOf'), ...listUnder(node, 'oneOf')]
    for (const part of beside) if (part !== undefined) visit(part, place, next)
    for (const [name, member] of propertiesOf(node)) visit(member, `${place}/${name}`, next)
    for (const keyword of ['items', 'additionalProperties'] as const) {
      const inner = under(node, keyword)
      if (inner !== undefined) visit(inner, `${place}/*`, next)
    }
  }
}
