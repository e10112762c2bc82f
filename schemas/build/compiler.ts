import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { JsonSchema } from '../load.ts'
import { annotationKeywords } from './annotations.ts'
import { boundErrors } from './bounded-errors.ts'
import { placed } from './placed.ts'

/** A compiler that knows these schemas, formats and our annotations; its validators give at most about `most` errors each. */
export function newCompiler(documents: ReadonlyMap<string, JsonSchema>, most: number): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: true,
    strictRequired: false,
    strictTypes: false,
    // A number beyond what a double holds is a number.
    strictNumbers: false,
    allowUnionTypes: true,
    discriminator: true,
    passContext: true,
    validateFormats: true,
    ownProperties: true,
    addUsedSchema: false,
    // Tests hold the schemas against their metaschema, which each process would have to compile for that.
    validateSchema: false,
    // Large validators take the engine long to optimize, and more memory than all else.
    inlineRefs: false,
    code: { source: true },
  })
  if (Number.isFinite(most)) boundErrors(ajv, most)
  formats.default(ajv)
  // A word without a definition: beside a `$ref` it is nothing that `discriminator` minds.
  ajv.addKeyword('x-place')
  for (const keyword of annotationKeywords()) ajv.addKeyword(keyword)
  for (const [id, document] of documents) ajv.addSchema(placed(id, document))
  return ajv
}
