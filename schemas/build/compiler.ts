import {
  _,
  Ajv2020,
  type Code,
  type CodeKeywordDefinition,
  type KeywordCxt,
  type KeywordDefinition,
  Name,
  nil,
  str,
  stringify,
} from 'ajv/dist/2020.js'
import { not } from 'ajv/dist/compile/codegen/index.js'
import { resolveRef, SchemaEnv } from 'ajv/dist/compile/index.js'
import { alwaysValidSchema, Type } from 'ajv/dist/compile/util.js'
import { callValidateCode } from 'ajv/dist/vocabularies/code.js'
import { getValidate } from 'ajv/dist/vocabularies/core/ref.js'
import formats from 'ajv-formats'
import { below } from '../json-pointer.ts'
import { idPrefix, type JsonSchema } from '../load.ts'
import { rules } from '../rules.ts'

/**
 * Creates a compiler with these schemas, the formats and the annotations. Its validators report about `most` errors at
 * most.
 */
export function newCompiler(documents: ReadonlyMap<string, JsonSchema>, most: number): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: true,
    strictRequired: false,
    strictTypes: false,
    // A number that no double can represent is still a number.
    strictNumbers: false,
    allowUnionTypes: true,
    discriminator: true,
    passContext: true,
    validateFormats: true,
    ownProperties: true,
    addUsedSchema: false,
    // Tests validate the schemas against their metaschema, which each process would otherwise have to compile.
    validateSchema: false,
    // Inlining makes validators so large that the engine needs much time and memory to optimise them.
    inlineRefs: false,
    code: { source: true },
  })
  if (Number.isFinite(most)) boundErrors(ajv, most)
  formats.default(ajv)
  // Defines a keyword without effect, because `discriminator` only permits known keywords next to a `$ref`.
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
const idle = ['title', 'description', 'examples', 'default', '$comment', 'x-section', 'x-option', 'x-option-groups']

/**
 * Copies a schema document for the compiler. Each subschema has its place in `x-place`, which errors then contain. The
 * generated modules contain copies, so subschemas cannot be compared by identity.
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

// The names that Ajv uses in every validator.
const vErrors = new Name('vErrors')
const errors = new Name('errors')

/**
 * Replaces `$ref` and `items` by equivalent keywords that limit the number of errors. Validation of a list stops after
 * `most` errors, and the errors of a reference are only added up to `most`. Ajv's own keywords validate every item and
 * copy all errors for each failed reference. That takes much time and memory for a hostile reply of a hundred thousand
 * invalid items. The first `most` errors are those of Ajv's own keywords.
 *
 * References are always called and never inlined (`inlineRefs: false`). Evaluated members are not recorded, because no
 * schema of the suite uses `unevaluated…`.
 */
function boundErrors(ajv: Ajv2020, most: number): void {
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

/** One entry of `x-unspecified`: it is unspecified whether values that match `when` are accepted. */
interface Opening {
  readonly interpretation: string
  readonly when: Readonly<Record<string, unknown>>
}

/**
 * Returns the Ajv keywords for the suite's annotations. They never reject a value; they only write notes. Their code is
 * inlined into the validator, where `this` is the notes (`schemas/validate.ts`), because function calls would cost more
 * than the rest of a validator.
 */
export function annotationKeywords(): KeywordDefinition[] {
  return [
    { keyword: 'x-section', schemaType: 'string' },
    { keyword: 'x-says', schemaType: 'string' },
    { keyword: 'x-requirement', schemaType: ['string', 'object'], code: noteSpoken },
    { keyword: 'x-feature', schemaType: ['string', 'array'], code: noteUse },
    { keyword: 'x-unspecified', schemaType: ['object', 'array'], code: noteOpen, trackErrors: true },
    { keyword: 'x-rule', schemaType: ['string', 'array'], code: noteRule },
  ]
}

function noteSpoken({ gen, schema }: KeywordCxt): void {
  const annotation = schema as string | Record<string, string>
  const ids = typeof annotation === 'string' ? [annotation] : Object.values(annotation)
  for (const id of new Set(ids)) gen.code(_`this.spoken.add(${id})`)
}

function noteUse(context: KeywordCxt): void {
  for (const id of listOf<string>(context.schema))
    context.gen.code(_`this.uses.push({requirement: ${id}, pointer: ${pointerIn(context)}})`)
}

function noteOpen(context: KeywordCxt): void {
  const { gen } = context
  for (const { interpretation, when } of listOf<Opening>(context.schema)) {
    const matches = gen.name('matches')
    context.subschema(
      {
        ...silently(context),
        schema: when,
        topSchemaRef: gen.scopeValue('schema', { ref: when, code: stringify(when) }),
      },
      matches,
    )
    context.reset()
    gen.if(matches, () =>
      gen.code(_`this.open.push({pointer: ${pointerIn(context)}, interpretation: ${interpretation}})`),
    )
  }
}

/** Options for testing a subschema without reporting its errors. */
function silently({ it: { errSchemaPath } }: KeywordCxt) {
  return { schemaPath: nil, errSchemaPath, compositeRule: true, createErrors: false, allErrors: false } as const
}

function noteRule(context: KeywordCxt): void {
  const { gen, data, parentSchema, schema } = context
  const place = String(parentSchema['x-place'] ?? '#')
  for (const name of listOf<string>(schema)) {
    if (rules[name] === undefined) throw new Error(`x-rule names ${name}, but there is no such rule`)
    gen.code(_`this.rule(${name}, ${place}, ${data}, ${pointerIn(context)})`)
  }
}

function listOf<T>(annotation: T | T[]): readonly T[] {
  return Array.isArray(annotation) ? annotation : [annotation]
}

/** Returns code that computes the JSON pointer to the value of a keyword. */
function pointerIn({ it }: KeywordCxt): Code {
  return str`${_`instancePath`}${it.errorPath}`
}
