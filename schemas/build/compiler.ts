import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { JsonSchema } from '../load.ts'
import { annotationKeywords } from './annotations.ts'
import { boundErrors } from './bounded-errors.ts'
import { placed } from './placed.ts'

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
