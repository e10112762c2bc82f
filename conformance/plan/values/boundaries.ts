import type { SchemaNode } from '../../../schemas/index.ts'
import { isObject, isOfType, isSame } from '../schema/json.ts'
import type { Language } from '../schema/language.ts'
import { shapeOf } from '../schema/shape.ts'
import { listUnder, propertiesOf, under } from '../schema/subschemas.ts'
import type { Site } from '../schema/walk.ts'
import { branchOf, fits } from '../schema/walk.ts'
import { arrayOfLength } from './arrays.ts'
import { candidates } from './candidates.ts'
import { longestText, textsThatSuit } from './texts.ts'

/** Something that a subschema permits and that some request has to show. */
export interface Edge {
  /** Names the edge within its subschema, for example `maximum` or `value "hd"`. */
  readonly key: string
  /** Whether the value that stands there now shows it. */
  readonly isMet: boolean
  /** Worth a request only when it makes use of something that nothing else does. */
  readonly isMinor?: true
  /** Values for the whole place that may show it, the most modest first. */
  readonly values: () => readonly unknown[]
}

/** A site among all the schemas that speak about its place. */
interface Place extends Site {
  readonly language: Language
  readonly nodes: readonly SchemaNode[]
}

const longestArray = 200

/**
 * The edges of one site: every listed value, every limit, every type of a union, every branch, every condition,
 * every optional member, every example. `nodes` are all the schemas that speak about the same place.
 */
export function edgesOf(language: Language, site: Site, nodes: readonly SchemaNode[]): readonly Edge[] {
  const place = { ...site, language, nodes }
  const kinds = [listedValues, limits, lengths, counts, types, branches, conditions, members, examples]
  return kinds.flatMap((edges) => edges(place))
}

function listedValues({ node: { schema }, value }: Place): readonly Edge[] {
  const listed = (schema['enum'] as readonly unknown[] | undefined) ?? ('const' in schema ? [schema['const']] : [])
  return listed.map((member) => exactly(`value ${JSON.stringify(member)}`, value, member))
}

function limits({ node: { schema }, value }: Place): readonly Edge[] {
  const present = ['minimum', 'maximum'].filter((keyword) => typeof schema[keyword] === 'number')
  return present.map((keyword) => exactly(keyword, value, schema[keyword]))
}

function exactly(key: string, value: unknown, wanted: unknown): Edge {
  return { key, isMet: isSame(value, wanted), values: () => [wanted] }
}

function lengths({ language, node: { schema }, nodes, value }: Place): readonly Edge[] {
  return ['minLength', 'maxLength'].flatMap((keyword) => {
    const length = schema[keyword]
    if (typeof length !== 'number' || length > longestText) return []
    const isMet = typeof value === 'string' && [...value].length === length
    return [{ key: keyword, isMet, values: () => textsThatSuit(shapeOf(language, nodes), length) }]
  })
}

function counts({ language, node: { schema }, nodes, value }: Place): readonly Edge[] {
  return ['minItems', 'maxItems'].flatMap((keyword) => {
    const length = schema[keyword]
    if (typeof length !== 'number' || length > longestArray) return []
    const isMet = Array.isArray(value) && value.length === length
    return [{ key: keyword, isMet, values: () => arrayOfLength(language, nodes, value, length) }]
  })
}

function types({ language, node, nodes, value }: Place): readonly Edge[] {
  const named = [node.schema['type']].flat().filter((type) => typeof type === 'string')
  const booleans = named.includes('boolean') ? [exactly('true', value, true), exactly('false', value, false)] : []
  if (named.length < 2) return booleans
  const unions = named.map((type) => ({
    key: `type ${type}`,
    isMet: isOfType(value, type),
    values: () => candidates(language, [...nodes, onlyOf(type)]),
  }))
  return [...booleans, ...unions]
}

const narrow = new Map<string, SchemaNode>()

/** A schema that says the type and nothing else; the same one each time, so that it can be remembered. */
function onlyOf(type: string): SchemaNode {
  const known = narrow.get(type) ?? { schema: { type }, base: '' }
  narrow.set(type, known)
  return known
}

function branches({ language, node, value }: Place): readonly Edge[] {
  const chosen = branchOf(language, node, value)
  return listUnder(node, 'oneOf').map((branch, index) => ({
    key: `branch ${index}`,
    isMet: chosen?.schema === branch.schema,
    values: () => candidates(language, [branch]),
  }))
}

function conditions({ language, node, nodes, value }: Place): readonly Edge[] {
  const when = under(node, 'if')
  if (when === undefined) return []
  const isMet = fits(language, when, value)
  return [{ key: 'condition', isMet, values: () => meeting(language, node, nodes, value) }]
}

/** Values that meet a site's condition: something new, or what stands there with the members it asks for. */
export function meeting(
  language: Language,
  node: SchemaNode,
  nodes: readonly SchemaNode[],
  value: unknown,
): readonly unknown[] {
  const when = under(node, 'if')
  if (when === undefined) return []
  const follows = [under(node, 'then')].filter((one) => one !== undefined)
  const made = [[...nodes, when], [when, ...follows], [when]].flatMap((asked) => candidates(language, asked))
  const laid = isObject(value) ? made.filter(isObject).map((one) => ({ ...value, ...one })) : []
  return [...made, ...laid].filter((one) => fits(language, when, one))
}

/** A member may stand beside the others or, where others exclude it, in their place. */
function members({ language, node, nodes, value }: Place): readonly Edge[] {
  if (!isObject(value)) return []
  return [...propertiesOf(node).keys()].map((name) => ({
    key: `member ${name}`,
    isMet: Object.hasOwn(value, name),
    values: () => withMember(language, nodes, value, name),
  }))
}

function withMember(
  language: Language,
  nodes: readonly SchemaNode[],
  value: Readonly<Record<string, unknown>>,
  name: string,
): readonly unknown[] {
  const { required, properties } = shapeOf(language, nodes)
  const needed = Object.fromEntries(Object.entries(value).filter(([other]) => required.has(other)))
  const made = candidates(language, properties.get(name) ?? [])
  return [value, needed].flatMap((rest) => made.map((member) => ({ ...rest, [name]: member })))
}

function examples({ node: { schema }, value }: Place): readonly Edge[] {
  const listed = (schema['examples'] as readonly unknown[] | undefined) ?? []
  return listed.map((example, index) => ({ ...exactly(`example ${index}`, value, example), isMinor: true as const }))
}
