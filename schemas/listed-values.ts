import { parentOf } from './json-pointer.ts'
import type { JsonSchema } from './load.ts'
import { schemaAt } from './places.ts'

/**
 * Returns the values of an `enum` at `place` that the specification lists. Excludes other spellings of a listed value,
 * and values that mean "no value": they only pass because they are unspecified (`x-unspecified`).
 */
export function listedValues(values: readonly unknown[], place = ''): readonly unknown[] {
  if (place === '') return values
  const open = openValuesAt(place)
  const without = withoutRuledOut(values, schemaAt(place))
  return without.filter((value) => !open.includes(value) || !isVariant(value, values))
}

/** Removes values that a rule excludes: `if` has the excluded value, and `then` the allowed ones. */
function withoutRuledOut(
  values: readonly unknown[],
  { if: condition, then: consequence }: JsonSchema,
): readonly unknown[] {
  const ruledOut = (condition as JsonSchema | undefined)?.['const']
  const allowed = (consequence as JsonSchema | undefined)?.['enum']
  if (ruledOut === undefined || !Array.isArray(allowed) || allowed.includes(ruledOut)) return values
  return values.filter((value) => value !== ruledOut)
}

/** Returns the types at `place` that the specification states. Other types are unspecified. */
export function listedTypes(types: unknown, place = ''): readonly unknown[] {
  const all = [types].flat()
  if (place === '') return all
  const schema = schemaAt(place)
  const open = [...sitesIn(schema).flatMap(({ when = {} }) => typesOpenBy(when)), ...typesRuledOut(schema)]
  // `maxItems: 0` leaves the empty array unspecified; the specification does not state the type array.
  const listed = all.filter((type) => !open.includes(type) && !(type === 'array' && schema['maxItems'] === 0))
  return listed.length === 0 ? all : listed
}

/** Returns the values of a discriminator that the specification lists. Alternatives with unspecified ones are left out. */
export function listedTags(schema: JsonSchema, tag: string, place = ''): readonly unknown[] {
  const [file = ''] = place.split('#')
  const folder = file.slice(0, file.lastIndexOf('/') + 1)
  const alternatives = (schema['oneOf'] ?? []) as readonly JsonSchema[]
  return alternatives.flatMap(({ $ref, ...own }) => {
    const reference =
      typeof $ref === 'string' ? ($ref.startsWith('#') ? `${file}${$ref}` : `${folder}${$ref}`) : undefined
    const alternative = reference === undefined ? own : schemaAt(reference)
    const member = (alternative['properties'] as Readonly<Record<string, JsonSchema>> | undefined)?.[tag] ?? {}
    const isOpen = 'x-unspecified' in alternative || 'x-unspecified' in member
    return isOpen || !('const' in member) ? [] : [member['const']]
  })
}

/** Returns the types that are unspecified with every value: `type` alone, or all but some values of another type. */
function typesOpenBy({ type, not, ...others }: JsonSchema): readonly unknown[] {
  if (type === undefined || Object.keys(others).length > 0) return []
  const excepted = not as Readonly<Record<string, unknown>> | undefined
  if (excepted === undefined) return [type].flat()
  return 'type' in excepted ? [type].flat().filter((one) => ![excepted['type']].flat().includes(one)) : []
}

/** Returns the types of values that are wrong, apart from unspecified ones: `if` has the type, and `then` others. */
function typesRuledOut({ allOf = [] }: JsonSchema): readonly unknown[] {
  return (allOf as readonly JsonSchema[]).flatMap(({ if: condition, then: consequence }) => {
    const type = (condition as JsonSchema | undefined)?.['type']
    const allowed: readonly unknown[] = [(consequence as JsonSchema | undefined)?.['type'] ?? type].flat()
    return allowed.includes(type) ? [] : [type]
  })
}

function isVariant(value: unknown, values: readonly unknown[]): boolean {
  if (value === '' || value === 'null') return true
  const upper = String(value).toUpperCase()
  return upper !== value && values.includes(upper)
}

/**
 * Returns the unspecified values for the keyword at `place`, from its schema and from others that apply to the same
 * value.
 */
function openValuesAt(place: string): readonly unknown[] {
  const open: unknown[] = []
  for (let at = place; ; at = parentOf(at)) {
    const step = at.slice(at.lastIndexOf('/') + 1)
    // The lists of schemas in `allOf` and similar keywords are not schemas.
    if (!isList(step)) open.push(...openIn(schemaAt(at)))
    if (!isApplicator(step)) return open
  }
}

/** Returns whether a step leads to a schema of the same value. */
function isApplicator(step: string): boolean {
  return isList(step) || /^(then|else|\d+)$/.test(step)
}

function isList(step: string): boolean {
  return /^(allOf|anyOf|oneOf)$/.test(step)
}

function openIn(schema: JsonSchema): readonly unknown[] {
  return sitesIn(schema).flatMap(({ when = {} }) => ('const' in when ? [when['const']] : [when['enum'] ?? []].flat()))
}

function sitesIn(schema: JsonSchema): readonly { readonly when?: JsonSchema }[] {
  return [schema['x-unspecified'] ?? []].flat() as readonly { readonly when?: JsonSchema }[]
}
