import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { below } from '../json-pointer.ts'
import { idPrefix, type JsonSchema } from '../load.ts'
import { annotationKeywords } from './annotations.ts'
import { boundErrors } from './bounded-errors.ts'

/**
 * Creates a compiler with these schemas, formats and our annotations. Its validators report about `most` errors at
 * most.
 */
export function newCompiler(documents: ReadonlyMap<string, JsonSchema>, most: number): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: true,
    strictRequired: false,
    strictTypes: false,
    // A number that no double represents is still a number.
    strictNumbers: false,
    allowUnionTypes: true,
    discriminator: true,
    passContext: true,
    validateFormats: true,
    ownProperties: true,
    addUsedSchema: false,
    // Tests validate the schemas against their metaschema, which each process would otherwise have to compile.
    validateSchema: false,
    // The engine takes long to optimize large validators, and needs much memory for them.
    inlineRefs: false,
    code: { source: true },
  })
  if (Number.isFinite(most)) boundErrors(ajv, most)
  formats.default(ajv)
  // Defines a keyword without a meaning, which `discriminator` permits beside a `$ref`.
  ajv.addKeyword('x-place')
  for (const keyword of annotationKeywords()) ajv.addKeyword(keyword)
  for (const [id, document] of documents) ajv.addSchema(placed(id, document))
  return ajv
}

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const single = ['items', 'additionalProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else']
const listed = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const named = ['properties', 'patternProperties', 'dependentSchemas', '$defs']
/** Keywords that validators do not use. */
const idle = ['title', 'description', 'examples', 'default', '$comment', 'x-section']

/**
 * Copies a schema document for the compiler. Each subschema has its place in `x-place`, which errors then contain. The
 * generated modules contain such copies, so subschemas cannot be compared by identity.
 */
function placed(id: string, document: JsonSchema): JsonSchema {
  return marked(document, `${id.slice(idPrefix.length)}#`)
}

function marked(schema: unknown, place: string): JsonSchema {
  if (typeof schema !== 'object' || schema === null) return schema as unknown as JsonSchema
  const kept = Object.entries(schema).filter(([keyword]) => !idle.includes(keyword))
  const members = kept.map(([keyword, value]) => [keyword, markedBy(keyword, value, below(place, keyword))])
  return { ...Object.fromEntries(members), 'x-place': place }
}

function markedBy(keyword: string, value: unknown, place: string): unknown {
  if (single.includes(keyword)) return marked(value, place)
  if (listed.includes(keyword)) return (value as unknown[]).map((schema, at) => marked(schema, below(place, at)))
  if (!named.includes(keyword)) return value
  const schemas = Object.entries(value as object)
  return Object.fromEntries(schemas.map(([name, schema]) => [name, marked(schema, below(place, name))]))
}
