import { _, type Code, type KeywordCxt, type KeywordDefinition, nil, str, stringify } from 'ajv/dist/2020.js'
import { rules } from '../rules.ts'

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

/** Returns an annotation as a list. */
function listOf<T>(annotation: T | T[]): readonly T[] {
  return Array.isArray(annotation) ? annotation : [annotation]
}

/** Returns code that computes the JSON pointer to the value of a keyword. */
function pointerIn({ it }: KeywordCxt): Code {
  return str`${_`instancePath`}${it.errorPath}`
}
