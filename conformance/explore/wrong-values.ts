import { below } from '../../schemas/json-pointer.ts'
import { isObject } from '../plan/schema/json.ts'
import type { Site } from '../plan/schema/walk.ts'
import { tagOf } from '../plan/schema/walk.ts'

/** A proposal to break one keyword: another value at a place, or `undefined` to take away what stands there. */
export interface Wrong {
  readonly keyword: string
  readonly pointer: string
  readonly value: unknown
}

type Proposals = (limit: never, value: unknown) => readonly unknown[]

const unlisted = ['no-such-value', '', 'NO-SUCH-VALUE', 7, null, {}, [], true]

/** Values that may break each keyword at its own place, below and beyond, near and far, and of every wrong type. */
const proposals: Readonly<Record<string, Proposals>> = {
  type: () => [null, 7, -1, 0.5, true, 'seven', {}, [], [7], { a: 1 }, [{}]],
  enum: (listed: readonly unknown[]) => [...unlisted, ...listed.flatMap(almost)],
  const: (wanted: unknown) => [...unlisted, ...almost(wanted)],
  minimum: (limit: number) => [limit - 1, stepped(limit, -0.1), limit - 1000, -(10 ** 9)],
  maximum: (limit: number) => [limit + 1, stepped(limit, 0.1), limit + 1000, 10 ** 9],
  exclusiveMinimum: (limit: number) => [limit, limit - 1, limit - 1000],
  exclusiveMaximum: (limit: number) => [limit, limit + 1, limit + 1000],
  minLength: (limit: number) => ['', 'a'.repeat(Math.max(0, limit - 1))],
  maxLength: (limit: number) => [words(limit + 1), words(2 * limit), words(limit + 4000)],
  minItems: () => [[]],
  maxItems: (limit: number, value) => [filled(value, limit + 1), filled(value, limit + 20)],
  pattern: () => ['***', 'no such value', '%', 'ä'],
  format: () => ['***', 'yesterday', '2024-13-45'],
  required: () => [],
}

/** Everything that may break what one site asks for. Proposals only: what each breaks, the validator says. */
export function wrongValues({ node, pointer, value }: Site): readonly Wrong[] {
  const { schema } = node
  const direct = Object.entries(proposals)
    .filter(([keyword]) => keyword in schema)
    .flatMap(([keyword, propose]) =>
      propose(schema[keyword] as never, value).map((wrong) => ({ keyword, pointer, value: wrong })),
    )
  const required = isObject(value) ? ((schema['required'] as readonly string[] | undefined) ?? []) : []
  const missing = required
    .filter((name) => Object.hasOwn(value as object, name))
    .map((name) => ({ keyword: 'required', pointer: below(pointer, name), value: undefined }))
  const tag = tagOf(node)
  const mistagged =
    tag === undefined
      ? []
      : unlisted.map((wrong) => ({ keyword: 'discriminator', pointer: below(pointer, tag), value: wrong }))
  return [...direct, ...missing, ...mistagged]
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

function words(length: number): string {
  return length > 100_000
    ? ''
    : 'river table '
        .repeat(Math.ceil(length / 12))
        .slice(0, length)
        .replace(/ $/, 's')
}

/** A step beyond a limit, without the noise of binary fractions. */
function stepped(limit: number, step: number): number {
  return Number((limit + step).toFixed(6))
}
