import type { SchemaNode } from '../../schemas/index.ts'
import { below } from '../../schemas/json-pointer.ts'
import { isObject, isSame } from '../plan/schema/json.ts'
import { propertiesOf, under } from '../plan/schema/subschemas.ts'
import { type Site, tagOf } from '../plan/schema/walk.ts'
import { ofLength } from './texts.ts'

/** A proposal to violate one keyword: another value at a place, or `undefined` to take away what stands there. */
export interface Wrong {
  readonly keyword: string
  readonly pointer: string
  readonly value: unknown
}

type Proposals = (limit: never, value: unknown) => readonly unknown[]

const unlisted = ['no-such-value', '', 'NO-SUCH-VALUE', 7, {}, [], true]

/** Values that may violate each keyword at its own place: just beyond and far beyond, and of every wrong type. */
const proposals: Readonly<Record<string, Proposals>> = {
  // Empty lists and objects in place of each other are unspecified (interpretation G16).
  type: () => [{}, 7, -1, 0.5, true, 'seven', [], [7], { a: 1 }],
  enum: (listed: readonly unknown[]) => [...unlisted, ...listed.flatMap(almost)],
  const: (wanted: unknown) => [...unlisted, ...almost(wanted)],
  minimum: (limit: number) => [limit - 1, stepped(limit, -0.1), limit - 1000, -(10 ** 9)],
  maximum: (limit: number) => [stepped(limit, 0.1), limit + 1, limit + 1000, 10 ** 9],
  exclusiveMinimum: (limit: number) => [limit, limit - 1, limit - 1000],
  exclusiveMaximum: (limit: number) => [limit, limit + 1, limit + 1000],
  minLength: (limit: number) => ['', ofLength('a', Math.max(0, limit - 1))],
  maxLength: (limit: number, value) => {
    const text = typeof value === 'string' && /^\S+$/.test(value) ? 'n'.repeat(limit + 1) : ofLength('river table', limit + 1)
    return limit > 100_000 ? [] : [text, ofLength(text, 2 * limit), ofLength(text, limit + 4000)]
  },
  minItems: () => [[]],
  maxItems: (limit: number, value) => [filled(value, limit + 1), filled(value, limit + 20)],
  pattern: () => ['***', 'no such value', '%', 'no-such-value'],
  format: () => ['***', 'yesterday', '2024-13-45'],
  examples: (listed: readonly unknown[]) => listed,
}

/** Everything that may violate what one site asks for. Proposals only: what each violates, the validator says. */
export function wrongValues({ node, pointer, value }: Site): readonly Wrong[] {
  const { schema } = node
  const direct = Object.entries(proposals).flatMap(([keyword, propose]) =>
    keyword in schema ? propose(schema[keyword] as never, value).map((wrong) => ({ keyword, pointer, value: wrong })) : [],
  )
  const required = isObject(value) ? ((schema['required'] as readonly string[] | undefined) ?? []) : []
  const missing = required
    .filter((name) => Object.hasOwn(value as object, name))
    .map((name) => ({ keyword: `required ${name}`, pointer: below(pointer, name), value: undefined }))
  const tag = tagOf(node)
  const mistagged =
    tag === undefined
      ? []
      : [...unlisted, undefined].map((wrong) => ({ keyword: 'discriminator', pointer: below(pointer, tag), value: wrong }))
  return [...direct, ...missing, ...mistagged, ...conditional({ node, pointer, value })]
}

/** Values for which a condition asks for something that does not hold: those that it mentions, and one that it does not. */
function conditional({ node, pointer, value }: Site): readonly Wrong[] {
  const when = under(node, 'if')
  if (when === undefined) return []
  const at = (wrong: unknown): Wrong => ({ keyword: 'if', pointer, value: wrong })
  const own = mentionedBy(when).map(at)
  const members = [...propertiesOf(when)].flatMap(([name, inner]) =>
    mentionedBy(inner)
      .filter((one) => isObject(value) && !isSame(value[name], one))
      .map((one) => ({ keyword: `if ${name}`, pointer: below(pointer, name), value: one })),
  )
  return [at('no-such-value'), ...own, ...members]
}

function mentionedBy({ schema }: SchemaNode): readonly unknown[] {
  return [...('const' in schema ? [schema['const']] : []), ...((schema['enum'] as readonly unknown[] | undefined) ?? [])]
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

/** A step beyond a limit, without the noise of binary fractions. */
function stepped(limit: number, step: number): number {
  return Number((limit + step).toFixed(6))
}
