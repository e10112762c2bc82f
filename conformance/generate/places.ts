import type { SchemaNode } from '../../schemas/index.ts'
import { isObject } from '../../schemas/json.ts'
import type { Language } from '../plan/schema/language.ts'
import { listUnder, propertiesOf, referenceOf, under } from '../plan/schema/subschemas.ts'
import { fits } from '../plan/schema/walk.ts'
import type { DrawAim, WantedItem } from './draw.ts'
import { camelCase } from './items.ts'

/** The deepest recursion of a schema into itself. */
const deepest = 1

/** The possible aims of a schema. */
export interface Aims {
  /** The places at which each feature with a requirement can be used, by the id of the requirement. */
  readonly features: ReadonlyMap<string, readonly DrawAim[]>
  /** The members and list items, by coverage item. */
  readonly members: ReadonlyMap<string, Member>
}

/** A place of requests, and its schema. */
export interface Member {
  readonly aim: DrawAim
  readonly node: SchemaNode
}

/** Returns the possible aims of requests with a schema. */
export function aimsFor(language: Language, root: SchemaNode): Aims {
  const features = new Map<string, DrawAim[]>()
  const members = new Map<string, Member>()
  visit(root, '', { above: [], conditions: [], around: [] })
  return { features, members }

  /** `conditions` are those at the same place under which the node applies. */
  function visit(node: SchemaNode, place: string, { above, conditions, around }: Way): void {
    if (above.filter((one) => one === node.schema).length > deepest) return
    const next = { above: [...above, node.schema], conditions, around }
    const isWanted = (value: unknown) => conditions.every(({ when, holds }) => fits(language, when, value) === holds)
    for (const id of featuresAt(node)) {
      const aims = features.get(id) ?? []
      features.set(id, aims)
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
    for (const [name, member] of propertiesOf(node)) {
      note(`${place}/${name}`, member, outer)
      visit(member, `${place}/${name}`, inner)
    }
    for (const keyword of ['items', 'additionalProperties'] as const) {
      const items = under(node, keyword)
      if (items === undefined) continue
      note(`${place}/*`, items, outer)
      visit(items, `${place}/*`, inner)
    }
  }

  function note(place: string, node: SchemaNode, above: readonly WantedItem[]): void {
    const isWanted = (value: unknown) => value !== undefined
    const item = camelCase(place)
    if (!members.has(item)) members.set(item, { aim: { place, isWanted, above }, node })
  }
}

/** The path to a node. */
interface Way {
  readonly above: readonly object[]
  readonly conditions: readonly { readonly when: SchemaNode; readonly holds: boolean }[]
  /** The conditions on the values around it. */
  readonly around: readonly WantedItem[]
}

function featuresAt({ schema }: SchemaNode): readonly string[] {
  return [schema['x-feature']].flat().flatMap((feature) => {
    if (typeof feature === 'string') return [feature]
    return isObject(feature) ? [String(feature['id'])] : []
  })
}
