import type { SchemaNode } from './load.ts'
import { memberPlace, placeOf } from './places.ts'
import { requirementAt } from './requirement-of.ts'
import { rejecting } from './rules.ts'

/** One keyword of one subschema that a sentence of the specification speaks about; of `required`, one for each member named. */
export interface Constraint {
  /** Where it stands, as file and path of keywords; of `required`, where the member's schema stands or would. */
  readonly place: string
  /** The keyword, or the name of the rule. */
  readonly keyword: string
  /** The requirement that a value breaks which breaks this. */
  readonly requirement: string
  /** The JSON type whose values it speaks about; absent where it speaks about all. */
  readonly about?: About
}

type About = 'number' | 'string' | 'array' | 'object'

/** The keywords that ask something of a value, each with the type it speaks about. All others structure or annotate. */
const asking: Readonly<Record<string, About | undefined>> = {
  type: undefined,
  enum: undefined,
  const: undefined,
  minimum: 'number',
  maximum: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  minLength: 'string',
  maxLength: 'string',
  pattern: 'string',
  format: 'string',
  minItems: 'array',
  maxItems: 'array',
  minProperties: 'object',
  maxProperties: 'object',
  discriminator: 'object',
}

/**
 * The constraints of one subschema by itself. What a subschema asks without naming a requirement is no constraint:
 * nobody can be blamed for breaking it, it only says how a request is read (a form's text is a string).
 */
export function constraintsAt({ schema }: SchemaNode): readonly Constraint[] {
  const place = placeOf(schema)
  const keywords = Object.keys(asking).filter((keyword) => keyword in schema)
  const members = (schema['required'] as readonly string[] | undefined) ?? []
  return [
    ...keywords.flatMap((keyword) => asked(place, keyword, asking[keyword], requirementAt(schema, keyword))),
    ...members.flatMap((name) =>
      asked(memberPlace(schema, name), 'required', 'object', requirementAt(schema, 'required', name)),
    ),
    ...rulesAt(schema).flatMap((name) => asked(place, name, undefined, rejecting[name])),
  ]
}

function rulesAt(schema: SchemaNode['schema']): readonly string[] {
  return [schema['x-rule']].flat().filter((name) => typeof name === 'string')
}

function asked(
  place: string,
  keyword: string,
  about: About | undefined,
  requirement: string | undefined,
): readonly Constraint[] {
  if (requirement === undefined) return []
  return [{ place, keyword, requirement, ...(about === undefined ? {} : { about }) }]
}
