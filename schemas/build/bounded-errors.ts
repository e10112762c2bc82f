import { _, type Ajv2020, type CodeKeywordDefinition, type KeywordCxt, Name, nil } from 'ajv/dist/2020.js'
import { not } from 'ajv/dist/compile/codegen/index.js'
import { resolveRef, SchemaEnv } from 'ajv/dist/compile/index.js'
import { alwaysValidSchema, Type } from 'ajv/dist/compile/util.js'
import { callValidateCode } from 'ajv/dist/vocabularies/code.js'
import { getValidate } from 'ajv/dist/vocabularies/core/ref.js'

// The names that Ajv uses in every validator.
const vErrors = new Name('vErrors')
const errors = new Name('errors')

/**
 * Replaces `$ref` and `items` by equivalent keywords that limit the number of errors. Validation of a list stops once its
 * items made `most` errors, and the errors of a reference are added only up to `most`. Ajv's own keywords validate every
 * item and copy all errors for each failed reference, which is slow and large for a hostile reply of a hundred thousand
 * bad items. The first `most` errors are those of Ajv's own keywords.
 *
 * References are always called, never inlined (`inlineRefs: false`). Evaluated members are not recorded, because no
 * schema of ours uses `unevaluated…`.
 */
export function boundErrors(ajv: Ajv2020, most: number): void {
  ajv.removeKeyword('$ref')
  ajv.addKeyword({ keyword: '$ref', schemaType: 'string', before: 'const', code: (context) => refer(context, most) })
  const items = ajv.getKeyword('items') as CodeKeywordDefinition
  ajv.removeKeyword('items')
  ajv.addKeyword({ ...items, code: (context: KeywordCxt) => lookAtItems(context, most) })
}

function refer(context: KeywordCxt, most: number): void {
  const { gen, it, schema } = context
  const found = resolveRef.call(it.self, it.schemaEnv.root, it.baseId, schema as string)
  const target = schema === '#' && it.baseId === it.schemaEnv.root.baseId ? it.schemaEnv.root : found
  if (!(target instanceof SchemaEnv)) throw new Error(`${it.baseId}: $ref ${schema} leads nowhere`)
  const validate = getValidate(context, target)
  context.result(callValidateCode(context, validate, it.opts.passContext ? _`this` : nil), undefined, () => {
    gen.if(
      _`${vErrors} === null`,
      () => gen.assign(vErrors, _`${validate}.errors`),
      () =>
        gen.forOf('error', _`${validate}.errors`, (error) =>
          gen.if(_`${vErrors}.length < ${most}`, () => gen.code(_`${vErrors}.push(${error})`)),
        ),
    )
    gen.assign(errors, _`${vErrors}.length`)
    gen.assign(_`${validate}.errors`, null)
  })
}

function lookAtItems(context: KeywordCxt, most: number): void {
  const { gen, it, schema, data } = context
  if (alwaysValidSchema(it, schema)) return
  const valid = gen.name('valid')
  const areValid = gen.let('areValid', true)
  const end = it.allErrors ? _`${errors} >= ${most}` : not(valid)
  gen.forRange('i', 0, _`${data}.length`, (at) => {
    context.subschema({ keyword: 'items', dataProp: at, dataPropType: Type.Num }, valid)
    gen.if(not(valid), () => gen.assign(areValid, false))
    gen.if(end, () => gen.break())
  })
  context.ok(areValid)
}
