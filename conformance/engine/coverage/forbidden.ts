import type { Constraint } from '../../../schemas/index.ts'
import { ownChecks } from '../plan/schema/checks.ts'
import type { Condition, SchemaView } from '../plan/schema/view.ts'

type Side = 'follows' | 'otherwise'

/**
 * Returns the unsatisfiable constraints of the `then` and the `else` of a condition. Schemas express rejections in this
 * way: no value that selects the `then` can satisfy its constraint, and the same holds for the `else`. Detects this
 * only if condition and constraint list values or name types for the same place. Otherwise it assumes that some value
 * satisfies the constraint.
 */
export function forbiddenBy({ condition }: SchemaView): Readonly<Record<Side, readonly Constraint[]>> {
  if (condition === undefined) return { follows: [], otherwise: [] }
  return { follows: forbiddenOn(condition, 'follows'), otherwise: forbiddenOn(condition, 'otherwise') }
}

function forbiddenOn(condition: Condition, side: Side): readonly Constraint[] {
  const consequence = condition[side]
  return consequence === undefined ? [] : [...forbidden(condition.when, consequence, side)]
}

/** Yields the constraints of a consequence that `when` makes unsatisfiable. `when` is absent if it says nothing here. */
function* forbidden(when: SchemaView | undefined, consequence: SchemaView, side: Side): Generator<Constraint> {
  const excludes = side === 'follows' ? excludesWhatMeets : excludesWhatDoesNotMeet
  for (const constraint of consequence.constraints)
    if (when !== undefined && excludes(when, consequence, constraint.keyword)) yield constraint
  for (const part of consequence.allOf) yield* forbidden(when, part, side)
  const { condition } = consequence
  for (const inner of ['follows', 'otherwise'] as const) {
    const next = condition?.[inner]
    if (condition === undefined || next === undefined) continue
    yield* forbidden(when, next, side)
    yield* forbidden(condition.when, next, inner)
  }
  for (const [name, inner] of consequence.properties) yield* forbidden(when?.properties.get(name), inner, side)
  if (consequence.items !== undefined) yield* forbidden(when?.items, consequence.items, side)
}

/** Returns whether no listed value meets the condition and satisfies the keyword. */
function excludesWhatMeets(when: SchemaView, { schema }: SchemaView, keyword: string): boolean {
  const satisfies = satisfying(schema, keyword)
  const selected = valuesOf(when.schema)
  if (selected !== undefined) return !selected.some(satisfies)
  const allowed = valuesOf({ [keyword]: schema[keyword] })
  if (allowed !== undefined) return !allowed.some(when.fits)
  const types = [when.schema['type']].flat().filter((type) => type !== undefined)
  return keyword === 'type' && types.length > 0 && !types.some((type) => [schema['type']].flat().includes(type))
}

/** Returns whether all values that satisfy the keyword meet the condition. */
function excludesWhatDoesNotMeet(when: SchemaView, { schema }: SchemaView, keyword: string): boolean {
  const allowed = valuesOf({ [keyword]: schema[keyword] })
  if (allowed === undefined || Object.keys(when.schema).length === 0) return false
  return allowed.every(when.fits)
}

function satisfying(schema: SchemaView['schema'], keyword: string): (value: unknown) => boolean {
  const checks = ownChecks({ [keyword]: schema[keyword] })
  return (value) => checks.every((check) => check(value))
}

function valuesOf(schema: SchemaView['schema']): readonly unknown[] | undefined {
  return 'const' in schema ? [schema['const']] : (schema['enum'] as readonly unknown[] | undefined)
}
