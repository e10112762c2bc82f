import { $RefParser } from '@apidevtools/json-schema-ref-parser'
import { idPrefix, type JsonSchema } from '../load.ts'
import { referencesIn, withoutSiblings } from './references.ts'

/** Keywords for the suite's validators and generators, which readers of the interface do not need. */
const internal = ['$id', '$schema', 'x-feature', 'x-rule', 'x-group', 'x-says', 'discriminator']

/**
 * Returns the paths of `openapi/source.json`, and under `components` each complete schema that they need, by name.
 * Removes `discriminator`, which in OpenAPI requires a reference for each value; the constants of the alternatives have
 * the same meaning.
 */
export async function bundledInterface(
  documents: ReadonlyMap<string, JsonSchema>,
  source: JsonSchema,
): Promise<JsonSchema> {
  const needed = documentsNeededBy(documents, source)
  const { components } = source as { readonly components: Readonly<Record<string, object>> }
  const named = Object.fromEntries(needed.map((id) => [componentName(id), { $ref: id }]))
  // A copy, because bundling modifies its input.
  const root = structuredClone({
    ...source,
    components: { ...components, schemas: { ...components['schemas'], ...named } },
  })
  const ours = {
    order: 1,
    canRead: true,
    read: ({ url }: { readonly url: string }) => {
      const document = documents.get(url)
      if (document === undefined) throw new Error(`openapi/source.json refers to ${url}, which is no schema`)
      return JSON.stringify(withoutSiblings(document, internal))
    },
  }
  const bundled = await $RefParser.bundle(`${idPrefix}openapi.json`, root, {
    resolve: { ours, file: false, http: false },
  })
  return bundled as JsonSchema
}

/**
 * Returns the name of a schema among the components, for example `MessagesToolUseBlock` for `messages/tool-use-block`.
 */
function componentName(id: string): string {
  const words = id.slice(idPrefix.length, -'.json'.length).split(/[/-]/)
  return words.map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`).join('')
}

/**
 * Returns the documents that are referenced as a whole, directly or indirectly. Request documents of the image area
 * also describe headers, and only parts of them are referenced, so they get no name.
 */
function documentsNeededBy(documents: ReadonlyMap<string, JsonSchema>, source: JsonSchema): readonly string[] {
  const met = new Set<string>()
  const whole = new Set<string>()
  const follow = (value: unknown, base: string): void => {
    for (const reference of referencesIn(value)) {
      const { href, hash } = new URL(reference, base)
      const id = href.slice(0, href.length - hash.length)
      if (hash === '' && documents.has(id)) whole.add(id)
      if (met.has(id) || !documents.has(id)) continue
      met.add(id)
      follow(documents.get(id), id)
    }
  }
  follow(source, `${idPrefix}openapi.json`)
  return [...whole].sort()
}
