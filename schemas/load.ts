import { readFileSync } from 'node:fs'
import { get } from './json-pointer.ts'
import { packageFile } from './package-root.ts'

/** A JSON Schema as plain data. Boolean schemas are not used. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** A subschema, and the document to which its references are relative. */
export interface SchemaNode {
  readonly schema: JsonSchema
  /** The `$id` of its document. */
  readonly base: string
}

/**
 * The prefix of every schema's `$id`. The server does not exist. The scheme is `https:` because tools only resolve
 * references under known schemes.
 */
export const idPrefix = 'https://model-gateway-conformance.example/schemas/'

let documents: ReadonlyMap<string, JsonSchema> | undefined

/**
 * Returns all schema documents by `$id`. They are read on first use from a file that the build writes
 * (`schemas/build`).
 */
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

/** Returns the names of all schemas, such as `messages/request`. */
export function schemaNames(): readonly string[] {
  return [...schemaDocuments().keys()].map(schemaNameOf)
}

/** Returns the `$id` of the schema with this name. */
export function idOf(name: string): string {
  return `${idPrefix}${name}.json`
}

export function schemaNameOf(id: string): string {
  return id.slice(idPrefix.length, -'.json'.length)
}

/** Returns the root of the schema with this name. Throws if there is none. */
export function rootNode(name: string): SchemaNode {
  return { schema: documentWith(idOf(name)), base: idOf(name) }
}

/**
 * Follows `$ref` until a schema without one. The caller must read keywords next to a `$ref` from the node that it
 * passes. Throws if a reference has no target.
 */
export function resolveNode(node: SchemaNode): SchemaNode {
  return typeof node.schema['$ref'] === 'string' ? resolveNode(referredNode(node)) : node
}

/**
 * Returns the schema that the `$ref` of a node references, which may have a `$ref` itself. Throws if the reference has
 * no target.
 */
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
