import { constraintsAt, type SchemaNode } from '../../schemas/index.ts'
import { documentLanguage } from '../plan/schema/language.ts'
import { listUnder, propertiesOf, under } from '../plan/schema/subschemas.ts'
import { fits } from '../plan/schema/walk.ts'

type Side = 'then' | 'else'

/**
 * The constraints of a `then` that no value can keep which meets the condition, and of an `else` that none can keep
 * which does not: how a schema says that something is rejected. Each as its place and keyword. Told where condition and
 * constraint list values or name types for the same place; elsewhere the answer is that a value may keep it.
 */
export function* forbiddenBy(when: SchemaNode, consequence: SchemaNode, side: Side): Generator<string> {
  const excludes = side === 'then' ? excludesWhatMeets : excludesWhatDoesNotMeet
  for (const { place, keyword } of constraintsAt(consequence)) {
    if (excludes(when, consequence, keyword)) yield `${place} ${keyword}`
  }
  for (const part of listUnder(consequence, 'allOf')) yield* forbiddenBy(when, part, side)
  for (const inner of sides) yield* forbiddenWithin(when, consequence, side, inner)
  for (const [name, inner] of propertiesOf(consequence)) {
    yield* forbiddenBy(propertiesOf(when).get(name) ?? nothing, inner, side)
  }
  const items = under(consequence, 'items')
  if (items !== undefined) yield* forbiddenBy(under(when, 'items') ?? nothing, items, side)
}

const sides = ['then', 'else'] as const
const nothing: SchemaNode = { schema: {}, base: '' }

/** A condition inside a consequence forbids the same there. */
function* forbiddenWithin(when: SchemaNode, consequence: SchemaNode, side: Side, inner: Side): Generator<string> {
  const [condition, next] = [under(consequence, 'if'), under(consequence, inner)]
  if (condition === undefined || next === undefined) return
  yield* forbiddenBy(when, next, side)
  yield* forbiddenBy(condition, next, inner)
}

/** No listed value meets the condition and keeps the constraint. */
function excludesWhatMeets(when: SchemaNode, { schema, base }: SchemaNode, keyword: string): boolean {
  const asked = { schema: { [keyword]: schema[keyword] }, base }
  const selected = valuesOf(when)
  if (selected !== undefined) return selected.every((value) => !fits(documentLanguage, asked, value))
  const allowed = valuesOf(asked)
  if (allowed !== undefined) return allowed.every((value) => !fits(documentLanguage, when, value))
  const types = [when.schema['type']].flat().filter((type) => type !== undefined)
  return keyword === 'type' && types.length > 0 && !types.some((type) => [schema['type']].flat().includes(type))
}

/** All values that keep the constraint meet the condition. */
function excludesWhatDoesNotMeet(when: SchemaNode, { schema, base }: SchemaNode, keyword: string): boolean {
  const allowed = valuesOf({ schema: { [keyword]: schema[keyword] }, base })
  if (allowed === undefined || Object.keys(when.schema).length === 0) return false
  return allowed.every((value) => fits(documentLanguage, when, value))
}

function valuesOf({ schema }: SchemaNode): readonly unknown[] | undefined {
  return 'const' in schema ? [schema['const']] : (schema['enum'] as readonly unknown[] | undefined)
}
