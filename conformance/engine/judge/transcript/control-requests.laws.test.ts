import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonical, without as lean, sameWithout } from './canonical.ts'
import { controlRequestsIn } from './control-requests.ts'
import type { Trace } from './trace.ts'

type Json = null | number | string | readonly Json[] | { readonly [name: string]: Json }

const name = fc.constantFrom('a', 'b', '0')
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(null, 0, 1, '1', 'x'),
    fc.dictionary(name, tie('value'), { maxKeys: 2 }),
    fc.array(tie('value'), { maxLength: 2 }),
  ),
}))
const request = fc.record({ body: value }, { requiredKeys: [] })
const pointer = fc.array(name, { maxLength: 3 }).map((names) => ['', 'body', ...names].join('/'))
const operation = fc.constantFrom('messages.create', 'content.generate')

/** Returns the value without these places. A path that leads into a scalar removes the whole scalar. */
function without(whole: Json, paths: readonly (readonly string[])[]): Json | undefined {
  if (paths.some((path) => path.length === 0)) return undefined
  if (paths.length > 0 && (typeof whole !== 'object' || whole === null)) return undefined
  if (typeof whole !== 'object' || whole === null) return whole
  const left = Object.entries(whole).flatMap(([key, member]) => {
    const below = paths.filter(([first]) => first === key).map((path) => path.slice(1))
    const rest = without(member as Json, below)
    return rest === undefined ? [] : [[key, rest] as const]
  })
  return Array.isArray(whole) ? [left.map(([key, member]) => [key, member])] : Object.fromEntries(left)
}

function trace(spec: Partial<Trace> & Pick<Trace, 'operation'>): Trace {
  const common: Omit<Trace, 'operation'> = {
    exchange: 'x',
    responseClass: 'accepted',
    status: 200,
    captured: [],
    bytes: 0,
    identity: '',
    area: 'messages',
    startedAt: 0,
    endedAt: 0,
    fate: 'answered',
  }
  return { ...common, ...spec }
}

test('a control request is an accepted request that differs only at the violated places', () => {
  const pointers = fc.array(pointer, { minLength: 1, maxLength: 3 })
  const broken = fc.record({ operation, request, pointers })
  const accepted = fc.array(fc.record({ operation, request }), { maxLength: 6 })
  let found = 0
  fc.assert(
    fc.property(accepted, fc.array(broken, { minLength: 1, maxLength: 4 }), (good, bad) => {
      const controls = controlRequestsIn(good.map((one) => trace({ ...one, control: canonical(one.request) })))
      for (const one of bad) {
        const paths = one.pointers.map((path) => path.split('/').slice(1))
        const expected = good.some(
          (other) =>
            other.operation === one.operation &&
            isDeepStrictEqual(without(other.request, paths), without(one.request, paths)),
        )
        const remainder = lean(canonical(one.request), one.pointers)
        const breach = { requirement: 'r', pointers: one.pointers, remainder }
        expect(controls.has(trace({ operation: one.operation, breach }))).toBe(expected)
        if (expected) found += 1
      }
    }),
    { numRuns: 1000 },
  )
  expect(found).toBeGreaterThan(100)
})

test('two values are equal without some places exactly if their canonical texts are', () => {
  const pointers = fc.array(pointer, { maxLength: 3 })
  let same = 0
  fc.assert(
    fc.property(request, request, pointers, pointers, (one, other, places, others) => {
      const rest = lean(canonical(other), others)
      const isSame = lean(canonical(one), places).text === rest.text
      expect(sameWithout(places, rest)(canonical(one))).toBe(isSame)
      if (isSame) same += 1
    }),
    { numRuns: 1000 },
  )
  expect(same).toBeGreaterThan(100)
})

test('a request without a violation has no control request', () => {
  const controls = controlRequestsIn([trace({ operation: 'messages.create', control: canonical({}) })])
  expect(controls.has(trace({ operation: 'messages.create' }))).toBe(false)
})
