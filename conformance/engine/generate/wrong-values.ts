import { isObject } from '../../../schemas/json.ts'
import { below } from '../../../schemas/json-pointer.ts'
import { isSame } from '../plan/schema/json.ts'
import type { SchemaPlace } from '../plan/schema/place.ts'
import type { SchemaView } from '../plan/schema/view.ts'
import { ofLength } from './texts.ts'

/** A place of a control request, and one of the subschemas that apply there. */
export interface ViewedPlace {
  readonly pointer: string
  readonly value: unknown
  readonly view: SchemaView
}

/** Another value for a place; `undefined` removes it. */
export interface Wrong {
  readonly pointer: string
  readonly value: unknown
}

type Proposals = (limit: never, value: unknown) => readonly unknown[]

/** A value outside of every enum (interpretation G16). */
const outsider = 'no-such-value'

/** Values that may violate each keyword at its own place: just beyond, far beyond, and of a wrong type. */
const proposals: Readonly<Record<string, Proposals>> = {
  type: (_: unknown, value) => wrongTypesFor(value),
  enum: () => [outsider],
  const: (wanted: unknown) =>
    typeof wanted === 'boolean' ? [!wanted] : typeof wanted === 'number' ? [wanted + 1] : [outsider],
  minimum: (limit: number) => [limit - 1, stepped(limit, -0.1), limit - 1000, -(10 ** 9)],
  maximum: (limit: number) => [stepped(limit, 0.1), limit + 1, limit + 1000, 10 ** 9],
  exclusiveMinimum: (limit: number) => [limit, limit - 1, limit - 1000],
  exclusiveMaximum: (limit: number) => [limit, limit + 1, limit + 1000],
  minLength: (limit: number) => ['', ofLength('a', Math.max(0, limit - 1))],
  maxLength: (limit: number, value) => {
    const text =
      typeof value === 'string' && /^\S+$/.test(value) ? 'n'.repeat(limit + 1) : ofLength('river table', limit + 1)
    return limit > 100_000 ? [] : [text, ofLength(text, 2 * limit), ofLength(text, limit + 4000)]
  },
  minItems: () => [[]],
  maxItems: (limit: number, value) => [filled(value, limit + 1), filled(value, limit + 20)],
  pattern: () => ['***', 'no such value', '%', 'no-such-value'],
  format: () => ['***', 'yesterday', '2024-13-45'],
}

/**
 * Values of a wrong type: 7 for an object or a list, an object for a scalar, a word for a number in a form, and a number
 * between two integers.
 */
const wrongTypes = [7, {}, { a: 1 }, outsider]

function wrongTypesFor(value: unknown): readonly unknown[] {
  return typeof value === 'number' ? [7, {}, value + 0.5, { a: 1 }, outsider] : wrongTypes
}

/** Values that an added member may be wrong with. */
const added = [2, 11, -1, ...wrongTypes]

/**
 * Returns whether a target certainly has to reject a value that violates a keyword. Some programming languages read
 * values of other types or spellings as valid ones, so they are not sent (interpretation G16). Null is only proposed for
 * places whose schema mentions it, and for required members.
 */
export function isCertainlyWrong(
  keyword: string,
  value: unknown,
  { types = [], values = [] }: Pick<SchemaPlace, 'types' | 'values'>,
): boolean {
  if (keyword === 'type') {
    if (value === null) return true
    if (types.includes('object') || types.includes('array')) return value === 7
    const isBetween = typeof value === 'number' && types.includes('integer') && !types.includes('number')
    return isObject(value) || isBetween || (value === outsider && types.includes('string'))
  }
  if (!['enum', 'const', 'discriminator'].includes(keyword) || value === undefined) return true
  return typeof value !== 'object' && (values.length === 0 || values.some((one) => typeof one === typeof value))
}

/** Returns the names of everything that can be violated at a site: keywords, required members, conditions. */
export function violableAt({ view, value }: Pick<ViewedPlace, 'view' | 'value'>): readonly string[] {
  const { schema, choice, condition } = view
  const members = isObject(value) ? value : {}
  const required = ((schema['required'] as readonly string[] | undefined) ?? []).filter((name) =>
    Object.hasOwn(members, name),
  )
  return [
    ...Object.keys(proposals).filter((keyword) => keyword in schema),
    ...required.map((name) => `required ${name}`),
    ...(choice === undefined ? [] : ['discriminator']),
    ...(condition === undefined ? [] : ['if']),
    ...(condition === undefined || !isObject(value)
      ? []
      : [...condition.when.properties.keys()].map((name) => `if ${name}`)),
  ]
}

/** Returns values that may violate one thing at a site. The validator decides what each really violates. */
export function wrongValues(
  { view, pointer, value }: ViewedPlace,
  violable: string,
  mentioned: readonly unknown[],
): readonly Wrong[] {
  const { schema, choice, condition } = view
  const propose = proposals[violable]
  if (propose !== undefined) {
    const others = violable === 'enum' || violable === 'const' ? mentioned : []
    return [...propose(schema[violable] as never, value), ...others].map((wrong) => ({ pointer, value: wrong }))
  }
  if (violable === 'add') return [...mentioned, ...added].map((wrong) => ({ pointer, value: wrong }))
  const [kind, name] = violable.split(' ', 2)
  // Null for a required member is the same as leaving it out (interpretation G16).
  if (kind === 'required')
    return [undefined, null].map((wrong) => ({ pointer: below(pointer, name ?? ''), value: wrong }))
  if (kind === 'discriminator' && choice !== undefined)
    return [outsider, undefined].map((wrong) => ({ pointer: below(pointer, choice.tag), value: wrong }))
  if (condition === undefined) return []
  const { when } = condition
  if (name === undefined)
    return [...mentionedBy(when), ...limitsOf(when), outsider].map((wrong) => ({ pointer, value: wrong }))
  const inner = when.properties.get(name)
  const others =
    inner === undefined
      ? []
      : mentionedBy(inner).filter((one) => !isSame(isObject(value) ? value[name] : undefined, one))
  return others.map((wrong) => ({ pointer: below(pointer, name), value: wrong }))
}

/** Returns the values that a schema lists, and `null` if that is one of its types. */
export function mentionedBy({ schema }: SchemaView): readonly unknown[] {
  return [
    ...([schema['type']].flat().includes('null') ? [null] : []),
    ...('const' in schema ? [schema['const']] : []),
    ...((schema['enum'] as readonly unknown[] | undefined) ?? []),
  ]
}

function limitsOf({ schema: { minimum, maximum } }: SchemaView): readonly unknown[] {
  return [minimum, maximum].filter((limit) => typeof limit === 'number')
}

function filled(value: unknown, length: number): readonly unknown[] {
  const [first = 'word'] = Array.isArray(value) ? value : []
  return Array.from({ length }, (_, at) => (typeof first === 'string' ? `${first}${at}` : first))
}

/** Returns a value beyond a limit, without rounding errors of binary fractions. */
function stepped(limit: number, step: number): number {
  return Number((limit + step).toFixed(6))
}
