import { readdirSync, readFileSync } from 'node:fs'

/** A JSON Schema as plain data. Boolean schemas are not used. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** A subschema together with the document its relative references start from. */
export interface SchemaNode {
  readonly schema: JsonSchema
  /** The `$id` of the document it stands in. */
  readonly base: string
}

const idPrefix = 'mgi:/schemas/'
const folders = [
  'images',
  'token-usage',
  'content-generation',
  'messages',
  'results',
  'config',
  'known-failures',
] as const

const documents = new Map<string, JsonSchema>()
for (const folder of folders) {
  for (const file of readdirSync(new URL(`./${folder}/`, import.meta.url))) {
    if (file.endsWith('.json')) load(folder, file)
  }
}

function load(folder: string, file: string): void {
  const schema = JSON.parse(readFileSync(new URL(`./${folder}/${file}`, import.meta.url), 'utf8')) as JsonSchema
  const id = `${idPrefix}${folder}/${file}`
  if (schema['$id'] !== id) throw new Error(`${folder}/${file}: its $id is ${String(schema['$id'])}, expected ${id}`)
  documents.set(id, schema)
}

/** The names of all schemas, such as `messages/request`. */
export const schemaNames: readonly string[] = [...documents.keys()].map((id) =>
  id.slice(idPrefix.length, -'.json'.length),
)

/** The `$id` of the schema with that name. */
export function idOf(name: string): string {
  return `${idPrefix}${name}.json`
}

/** All schema documents by `$id`. */
export function schemaDocuments(): ReadonlyMap<string, JsonSchema> {
  return documents
}

/** The root of the schema with that name. Throws when there is none. */
export function rootNode(name: string): SchemaNode {
  return { schema: documentWith(idOf(name)), base: idOf(name) }
}

/**
 * Follows `$ref` until a schema without one is reached. Keywords beside a `$ref` are not lost: they are the
 * caller's to read from the node it passes in. Throws on a reference that leads nowhere.
 */
export function resolveNode(node: SchemaNode): SchemaNode {
  const { $ref } = node.schema
  if (typeof $ref !== 'string') return node
  const target = new URL($ref, node.base)
  const base = target.href.slice(0, target.href.length - target.hash.length)
  const steps = decodeURIComponent(target.hash.slice(1)).split('/').slice(1)
  const found = steps.reduce<unknown>((at, step) => (at as JsonSchema | undefined)?.[step], documentWith(base))
  if (typeof found !== 'object' || found === null) throw new Error(`${node.base}: $ref ${$ref} leads nowhere`)
  return resolveNode({ schema: found as JsonSchema, base })
}

function documentWith(id: string): JsonSchema {
  const found = documents.get(id)
  if (found === undefined) throw new Error(`there is no schema ${id}`)
  return found
}
