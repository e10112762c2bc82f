import type { SchemaNode } from './load.ts'
import { memberPlace, placeOf } from './places.ts'
import { requirementAt } from './requirement-of.ts'
import { rejecting } from './rules.ts'

/**
 * One keyword of a subschema that a sentence of the specification describes. `required` has one constraint for each
 * member.
 */
export interface Constraint {
  /**
   * Its place as file and path of keywords. For `required`, the place of the member's schema, even if it does not
   * exist.
   */
  readonly place: string
  /** The keyword, or the name of the rule. */
  readonly keyword: string
  /** The requirement that a value violates if it violates this constraint. */
  readonly requirement: string
  /** The JSON type of the values that it applies to; absent if it applies to all. */
  readonly about?: About
}

type About = 'number' | 'string' | 'array' | 'object'

/** The keywords that constrain a value, each with the type that it applies to. Other keywords structure or annotate. */
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
 * Returns the constraints of one subschema, without those of nested ones. A keyword without a requirement is not a
 * constraint; it only describes how a request is read (for example, form fields are strings).
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
  return [{ place, keyword, requirement, about }]
}
