import type { SchemaNode } from '../../schemas/index.ts'
import { isObject } from '../../schemas/json.ts'
import { below } from '../../schemas/json-pointer.ts'
import { isSame } from '../plan/schema/json.ts'
import { propertiesOf, under } from '../plan/schema/subschemas.ts'
import { type Site, tagOf } from '../plan/schema/walk.ts'
import { ofLength } from './texts.ts'

/** Another value for a place; `undefined` removes it. */
export interface Wrong {
  readonly pointer: string
  readonly value: unknown
}

type Proposals = (limit: never, value: unknown) => readonly unknown[]

const unlisted = ['no-such-value', '', 'NO-SUCH-VALUE', 7, {}, [], true]

/** Values that may violate each keyword at its own place: just beyond, far beyond, and of every wrong type. */
const proposals: Readonly<Record<string, Proposals>> = {
  // An empty list in place of an object, and the reverse, is unspecified (interpretation G16).
  type: () => [{}, 7, -1, 0.5, true, 'seven', [], [7], { a: 1 }],
  enum: (listed: readonly unknown[]) => [...unlisted, ...listed.flatMap(almost)],
  const: (wanted: unknown) => [...unlisted, ...almost(wanted)],
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

/** Values that an added member may be wrong with. */
const added = [2, 11, -1, 'no-such-value', {}, 7, true]

/** Returns the names of everything that can be violated at a site: keywords, required members, conditions. */
export function violableAt({ node, value }: Site): readonly string[] {
  const { schema } = node
  const when = under(node, 'if')
  const members = isObject(value) ? value : {}
  const required = ((schema['required'] as readonly string[] | undefined) ?? []).filter((name) =>
    Object.hasOwn(members, name),
  )
  return [
    ...Object.keys(proposals).filter((keyword) => keyword in schema),
    ...required.map((name) => `required ${name}`),
    ...(tagOf(node) === undefined ? [] : ['discriminator']),
    ...(when === undefined ? [] : ['if']),
    ...(when === undefined || !isObject(value) ? [] : [...propertiesOf(when).keys()].map((name) => `if ${name}`)),
  ]
}

/** Returns values that may violate one thing at a site. The validator decides what each really violates. */
export function wrongValues(
  { node, pointer, value }: Site,
  violable: string,
  mentioned: readonly unknown[],
): readonly Wrong[] {
  const { schema } = node
  const propose = proposals[violable]
  if (propose !== undefined) {
    const others = violable === 'enum' || violable === 'const' ? mentioned : []
    return [...propose(schema[violable] as never, value), ...others].map((wrong) => ({ pointer, value: wrong }))
  }
  if (violable === 'add') return [...mentioned, ...added].map((wrong) => ({ pointer, value: wrong }))
  const [kind, name] = violable.split(' ', 2)
  if (kind === 'required') return [{ pointer: below(pointer, name ?? ''), value: undefined }]
  const tag = tagOf(node)
  if (kind === 'discriminator' && tag !== undefined)
    return [...unlisted, undefined].map((wrong) => ({ pointer: below(pointer, tag), value: wrong }))
  const when = under(node, 'if')
  if (when === undefined) return []
  if (name === undefined) return [...mentionedBy(when), 'no-such-value'].map((wrong) => ({ pointer, value: wrong }))
  const inner = propertiesOf(when).get(name)
  const others =
    inner === undefined
      ? []
      : mentionedBy(inner).filter((one) => !isSame(isObject(value) ? value[name] : undefined, one))
  return others.map((wrong) => ({ pointer: below(pointer, name), value: wrong }))
}

/** Returns the values that a schema lists, and `null` if that is one of its types. */
export function mentionedBy({ schema }: SchemaNode): readonly unknown[] {
  return [
    ...([schema['type']].flat().includes('null') ? [null] : []),
    ...('const' in schema ? [schema['const']] : []),
    ...((schema['enum'] as readonly unknown[] | undefined) ?? []),
  ]
}

function almost(wanted: unknown): readonly unknown[] {
  if (typeof wanted === 'boolean') return [!wanted, String(wanted)]
  if (typeof wanted === 'number') return [wanted + 1]
  return typeof wanted === 'string' ? [`${wanted}s`, wanted.toUpperCase(), wanted.toLowerCase()] : []
}

function filled(value: unknown, length: number): readonly unknown[] {
  const [first = 'word'] = Array.isArray(value) ? value : []
  return Array.from({ length }, (_, at) => (typeof first === 'string' ? `${first}${at}` : first))
}

/** Returns a value beyond a limit, without rounding errors of binary fractions. */
function stepped(limit: number, step: number): number {
  return Number((limit + step).toFixed(6))
}
