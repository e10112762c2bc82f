import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Validation, Violation } from '../conformance/model/validation.ts'
import { annotationKeywords, type Notes } from './annotations.ts'
import { type BoundedErrors, boundedErrors } from './bounded-errors.ts'
import { compiledAtOnce } from './compiled-at-once.ts'
import { idOf, type JsonSchema, schemaDocuments } from './load.ts'
import { messageOf } from './message-of.ts'
import { memberPlace, placeOf } from './places.ts'
import { quickLengths } from './quick-lengths.ts'
import { missingIn, requirementOf } from './requirement-of.ts'

let compiler: Ajv2020 | undefined
const compiled = new Map<string, ValidateFunction>()

/** So many violations of one message are told; what has more is broken beyond telling, and would cost memory without bound. */
export const mostViolations = 10_000

/**
 * What the schema `name` says about `value`: each violation with the requirement it breaks, the places left open,
 * the listed things the value makes use of, and the requirements it met. Throws when the schema does not compile.
 */
export function validate(name: string, value: unknown): Validation {
  const check = compiledSchema(name)
  const notes: Notes = { open: [], uses: [], broken: [], spoken: [] }
  check.call(notes, value)
  const errors: BoundedErrors = check.errors ?? []
  check.errors = null
  const violations = errors.filter(isOwnWord).map(asViolation)
  const all = [...violations, ...notes.broken]
  // Of the requirements that no kept violation breaks, nobody knows then whether the value keeps them.
  const spoken = errors.includes(undefined) ? [] : notes.spoken
  for (const { requirement } of all) if (requirement !== undefined) spoken.push(requirement)
  return { violations: all, open: notes.open, uses: notes.uses, spoken }
}

/** Compiles schemas ahead of their first use. */
export function compileSchemas(names: Iterable<string>): void {
  for (const name of names) compiledSchema(name)
}

function compiledSchema(name: string): ValidateFunction {
  const known = compiled.get(name)
  if (known !== undefined) return known
  const found = theCompiler().getSchema(idOf(name))
  if (found === undefined) throw new Error(`there is no schema ${name}`)
  compiled.set(name, found)
  return found
}

function theCompiler(): Ajv2020 {
  compiler ??= newCompiler()
  return compiler
}

function newCompiler(): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: true,
    strictRequired: false,
    strictTypes: false,
    allowUnionTypes: true,
    discriminator: true,
    passContext: true,
    validateFormats: true,
    ownProperties: true,
    addUsedSchema: false,
    // Tests hold the schemas against their metaschema, which each process would have to compile for that.
    validateSchema: false,
    code: { process: (code) => compiledAtOnce(quickLengths(boundedErrors(code, mostViolations))) },
    // Large validators take the engine long to optimize, and more memory than all else.
    inlineRefs: false,
  })
  // No schema uses `unevaluated…` or `$dynamicRef`: validators need not prepare for them wherever they call each other.
  Object.assign(ajv.opts, { unevaluated: false, dynamicRef: false })
  formats.default(ajv)
  for (const keyword of annotationKeywords()) ajv.addKeyword(keyword)
  for (const document of schemaDocuments().values()) ajv.addSchema(document)
  return ajv
}

/** `if` only repeats what the errors of its `then` and `else` already say; of a member's name, `propertyNames` tells. */
function isOwnWord(error: ErrorObject | undefined): error is ErrorObject {
  return error !== undefined && error.keyword !== 'if' && error.propertyName === undefined
}

function asViolation(error: ErrorObject): Violation {
  const requirement = requirementOf(error)
  const pointer = pointerOf(error)
  return {
    pointer,
    keyword: error.keyword,
    place: placeIn(error),
    message: messageOf(error, pointer),
    expected: expectedBy(error),
    actual: error.keyword === 'required' ? undefined : error.data,
    ...(requirement === undefined ? {} : { requirement }),
  }
}

function placeIn({ keyword, parentSchema, params }: ErrorObject): string {
  return keyword === 'required'
    ? memberPlace(parentSchema as JsonSchema, missingIn(params))
    : placeOf(parentSchema as JsonSchema)
}

/** The parameter in which an error about a member names the member. */
const memberNamedBy: Readonly<Record<string, string>> = {
  required: 'missingProperty',
  discriminator: 'tag',
  additionalProperties: 'additionalProperty',
  propertyNames: 'propertyName',
  dependentRequired: 'property',
}

function pointerOf({ keyword, instancePath, params }: ErrorObject): string {
  const parameter = memberNamedBy[keyword]
  return parameter === undefined ? instancePath : `${instancePath}/${escaped(String(params[parameter]))}`
}

function escaped(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1')
}

function expectedBy({ keyword, schema, parentSchema, params }: ErrorObject): unknown {
  if (keyword === 'required') return 'present'
  if (keyword === 'discriminator') return tagsOf(parentSchema as JsonSchema, String(params['tag']))
  if (keyword === 'type' || keyword === 'enum' || keyword === 'const' || keyword === 'format') return schema
  return `${keyword} ${JSON.stringify(schema)}`
}

function tagsOf(schema: JsonSchema, tag: string): unknown {
  return `a known ${tag} of ${(schema['oneOf'] as unknown[] | undefined)?.length ?? 0} listed`
}
