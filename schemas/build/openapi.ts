import { below } from '../json-pointer.ts'
import type { JsonSchema } from '../load.ts'
import { bundledInterface } from './bundled.ts'
import { publishedShape } from './published.ts'
import { referencesIn } from './references.ts'
import { schemasAt } from './type-shape.ts'

/**
 * Returns the interface as OpenAPI 3.1: the paths of `openapi/source.json`, and under `components` a named schema for
 * each message and its parts, in a form that code generators understand. Unspecified parts are omitted.
 */
export async function openapiOf(documents: ReadonlyMap<string, JsonSchema>, source: JsonSchema): Promise<JsonSchema> {
  const bundled = await bundledInterface(documents, source)
  const { definitions, names } = publishedShape(bundled, { hasRules: true })
  const { schemas: _, ...components } = bundled['components'] as Readonly<Record<string, object>>
  const document = referring({ ...bundled, components }, '#', names) as JsonSchema
  const used = reachable(document, definitions)
  const schemas = Object.fromEntries([...used].sort().map((name) => [name, definitions[name]]))
  return { ...document, components: { ...(document['components'] as object), schemas } }
}

/** Renames references to schemas. Replaces a schema that became a named type by a reference. */
function referring(value: unknown, pointer: string, names: ReadonlyMap<string, string>): unknown {
  const own = names.get(pointer)
  if (own !== undefined) return { $ref: `${schemasAt}${own}` }
  if (Array.isArray(value)) return value.map((inner, at) => referring(inner, below(pointer, at), names))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, inner]) => {
    if (key !== '$ref' || !String(inner).startsWith(schemasAt))
      return [key, referring(inner, below(pointer, key), names)]
    const name = names.get(String(inner))
    if (name === undefined) throw new Error(`openapi/source.json refers to ${inner}, which is no published message`)
    return [key, `${schemasAt}${name}`]
  })
  return Object.fromEntries(members)
}

/** Returns the names of the schemas that the rest of a document refers to, directly or indirectly. */
function reachable(document: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): ReadonlySet<string> {
  const met = new Set<string>()
  const follow = (value: unknown): void => {
    for (const reference of referencesIn(value)) {
      const name = reference.slice(schemasAt.length)
      if (met.has(name) || !reference.startsWith(schemasAt)) continue
      met.add(name)
      follow(definitions[name])
    }
  }
  follow(document)
  return met
}

/** Returns the text of the published OpenAPI document. */
export async function openapiText(documents: ReadonlyMap<string, JsonSchema>, source: JsonSchema): Promise<string> {
  return `${JSON.stringify(await openapiOf(documents, source), null, 1)}\n`
}
