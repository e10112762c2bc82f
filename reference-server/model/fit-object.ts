import { type Fitting, valueInside } from './fit.ts'
import { isObject, numberIn, stringsIn } from './loose.ts'
import type { Schema } from './schema.ts'

/** Below this depth only what is required is made, so that a schema that refers to itself comes to an end. */
const deepestOption = 3
/** A schema whose required members run in circles cannot be fitted; the value ends here. */
const deepest = 32

/** An object with every required member and some of the others. */
export function objectThatFits(schema: Schema, fitting: Fitting): Record<string, unknown> {
  const made: [string, unknown][] = []
  if (fitting.depth > deepest) return {}
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  for (const name of chosenNames(schema, Object.keys(properties), fitting)) {
    if (fitting.purse.left <= 0) break
    made.push([
      name,
      valueInside(Object.hasOwn(properties, name) ? properties[name] : schema['additionalProperties'], fitting),
    ])
  }
  return Object.fromEntries(made)
}

function chosenNames(schema: Schema, declared: readonly string[], { random, depth }: Fitting): ReadonlySet<string> {
  const required = stringsIn(schema['required'])
  const most = numberIn(schema['maxProperties']) ?? Number.POSITIVE_INFINITY
  const least = numberIn(schema['minProperties']) ?? 0
  const names = new Set(required)
  for (const name of declared) {
    const isWanted = names.size < least || (depth <= deepestOption && random() < 0.5)
    if (isWanted && names.size < most) names.add(name)
  }
  for (const name of declared) if (names.size < least) names.add(name)
  for (let extra = 1; names.size < Math.min(least, 64); extra++) names.add(`member${extra}`)
  return names
}
