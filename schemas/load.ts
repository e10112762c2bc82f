import { readFileSync } from 'node:fs'
import { get } from './json-pointer.ts'
import { packageFile } from './package-root.ts'

/** A JSON Schema as plain data. Boolean schemas are not used. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** A subschema together with the document its relative references start from. */
export interface SchemaNode {
  readonly schema: JsonSchema
  /** The `$id` of the document it stands in. */
  readonly base: string
}

/** What the `$id` of every schema begins with. Nothing is there: it is `https:` because tools resolve references under schemes they know. */
export const idPrefix = 'https://model-gateway-conformance.example/schemas/'

let documents: ReadonlyMap<string, JsonSchema> | undefined

/** All schema documents by `$id`, read at first use from what the build bundled (`schemas/build`). */
export function schemaDocuments(): ReadonlyMap<string, JsonSchema> {
  documents ??= readBundle()
  return documents
}

function bundleText(): string {
  return readFileSync(packageFile('schemas/compiled/bundle.json'), 'utf8')
}

function readBundle(): ReadonlyMap<string, JsonSchema> {
  const { $defs } = JSON.parse(bundleText()) as { readonly $defs: Readonly<Record<string, JsonSchema>> }
  return new Map(Object.values($defs).map((schema) => [String(schema['$id']), schema]))
}

/** The names of all schemas, such as `messages/request`. */
export function schemaNames(): readonly string[] {
  return [...schemaDocuments().keys()].map(nameOf)
}

/** The `$id` of the schema with that name. */
export function idOf(name: string): string {
  return `${idPrefix}${name}.json`
}

/** The name of the schema with that `$id`. */
export function nameOf(id: string): string {
  return id.slice(idPrefix.length, -'.json'.length)
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
  return typeof node.schema['$ref'] === 'string' ? resolveNode(referredNode(node)) : node
}

/** The schema that the `$ref` of a node names, which may have one of its own. Throws on a reference that leads nowhere. */
export function referredNode(node: SchemaNode): SchemaNode {
  const target = new URL(String(node.schema['$ref']), node.base)
  const base = target.href.slice(0, target.href.length - target.hash.length)
  const found = get(documentWith(base), decodeURIComponent(target.hash.slice(1)))
  if (typeof found !== 'object' || found === null)
    throw new Error(`${node.base}: $ref ${node.schema['$ref']} leads nowhere`)
  return { schema: found as JsonSchema, base }
}

function documentWith(id: string): JsonSchema {
  const found = schemaDocuments().get(id)
  if (found === undefined) throw new Error(`there is no schema ${id}`)
  return found
}
