import { _, type Code, type KeywordCxt, type KeywordDefinition, nil, str } from 'ajv/dist/2020.js'
import type { OpenSite, Use, Violation } from '../conformance/model/validation.ts'
import { placeOf } from './places.ts'
import { type Rule, rules } from './rules.ts'

/** What the annotations note down during one validation; the validation's `this`. */
export interface Notes {
  readonly open: OpenSite[]
  readonly uses: Use[]
  readonly broken: Violation[]
  readonly spoken: string[]
}

/** One entry of `x-open`: values that match `when` are neither accepted nor refused for certain. */
interface Opening {
  readonly reading: string
  readonly when: Readonly<Record<string, unknown>>
}

/**
 * The Ajv keywords for our annotations. None of them ever fails a value; they write notes. They are code in the middle of
 * the validator's own, where `this` are the notes: calls would cost more than all else that a validator does.
 */
export function annotationKeywords(): KeywordDefinition[] {
  return [
    { keyword: 'x-section', schemaType: 'string' },
    { keyword: 'x-says', schemaType: 'string' },
    { keyword: 'x-requirement', schemaType: ['string', 'object'], code: noteSpoken },
    { keyword: 'x-accepts', schemaType: ['string', 'array'], code: noteUse },
    { keyword: 'x-open', schemaType: ['object', 'array'], code: noteOpen, trackErrors: true },
    { keyword: 'x-rule', schemaType: ['string', 'array'], code: noteRule },
  ]
}

function noteSpoken({ gen, schema }: KeywordCxt): void {
  const annotation = schema as string | Record<string, string>
  const ids = typeof annotation === 'string' ? [annotation] : Object.values(annotation)
  for (const id of new Set(ids)) gen.code(_`this.spoken.push(${id})`)
}

function noteUse(context: KeywordCxt): void {
  for (const id of listOf<string>(context.schema))
    context.gen.code(_`this.uses.push({requirement: ${id}, pointer: ${pointerIn(context)}})`)
}

function noteOpen(context: KeywordCxt): void {
  const { gen } = context
  for (const { reading, when } of listOf<Opening>(context.schema)) {
    const matches = gen.name('matches')
    context.subschema(
      { ...silently(context), schema: when, topSchemaRef: gen.scopeValue('schema', { ref: when }) },
      matches,
    )
    context.reset()
    gen.if(matches, () => gen.code(_`this.open.push({pointer: ${pointerIn(context)}, reading: ${reading}})`))
  }
}

/** How a subschema is asked whether it holds: what it says when it does not is not an error of anybody's. */
function silently({ it: { errSchemaPath } }: KeywordCxt) {
  return { schemaPath: nil, errSchemaPath, compositeRule: true, createErrors: false, allErrors: false } as const
}

function noteRule(context: KeywordCxt): void {
  const { gen, data, parentSchema } = context
  const place = placeOf(parentSchema)
  for (const name of listOf<string>(context.schema)) {
    const rule = ruleNamed(name)
    const note = (notes: Notes, value: unknown, base: string) => noteFindings(notes, { name, place, rule }, value, base)
    gen.code(_`${gen.scopeValue('func', { ref: note })}(this, ${data}, ${pointerIn(context)})`)
  }
}

/** An annotation that is one thing or several. */
function listOf<T>(annotation: T | T[]): readonly T[] {
  return Array.isArray(annotation) ? annotation : [annotation]
}

/** Code for the JSON pointer to the value that a keyword looks at. */
function pointerIn({ it }: KeywordCxt): Code {
  return str`${_`instancePath`}${it.errorPath}`
}

function ruleNamed(name: string): Rule {
  const rule = rules[name]
  if (rule === undefined) throw new Error(`x-rule names ${name}, but there is no such rule`)
  return rule
}

interface Placed {
  readonly name: string
  readonly place: string
  readonly rule: Rule
}

function noteFindings(notes: Notes, { name, place, rule }: Placed, data: unknown, base: string): void {
  for (const { pointer, open, accepts, ...finding } of rule(data)) {
    const at = base + pointer
    if (accepts !== undefined) notes.uses.push({ requirement: accepts, pointer: at })
    else if (open !== undefined) notes.open.push({ pointer: at, reading: open })
    else notes.broken.push({ pointer: at, keyword: name, place, ...finding })
  }
}
