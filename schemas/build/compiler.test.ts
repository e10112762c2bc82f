import { readdirSync, readFileSync } from 'node:fs'
import type { ErrorObject } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mostViolations, validate } from '../index.ts'
import { idOf, schemaDocuments, schemaNames } from '../load.ts'
import { newNotes } from '../validate.ts'
import { newCompiler } from './compiler.ts'

const compilers = {
  ajv: newCompiler(schemaDocuments(), Number.POSITIVE_INFINITY),
  roomy: newCompiler(schemaDocuments(), 100_000),
  narrow: newCompiler(schemaDocuments(), 3),
}

function errorsOf(compiler: keyof typeof compilers, name: string, value: unknown): readonly ErrorObject[] {
  const check = compilers[compiler].getSchema(idOf(name))!
  const isValid = check.call(newNotes(), value)
  expect(isValid).toBe((check.errors ?? []).length === 0)
  return check.errors ?? []
}

/** All bodies of the corpus, as values of requests. */
const bodies = ['images', 'messages', 'content-generation', 'token-usage'].flatMap((area) => {
  const folder = new URL(`../../fixtures/corpus/${area}/`, import.meta.url)
  expect(readdirSync(folder)).toContain('bases.json')
  const bases = JSON.parse(readFileSync(new URL('bases.json', folder), 'utf8')) as Record<string, Exchange>
  return Object.values(bases).flatMap(({ request, response }) => [
    { header: { 'provider-version': '2023-06-01' }, body: request?.json },
    response?.json,
    ...(response?.events ?? []).map(({ data }) => data),
  ])
})
interface Exchange {
  readonly request?: { readonly json?: unknown }
  readonly response?: { readonly json?: unknown; readonly events?: readonly { readonly data?: unknown }[] }
}

/** Draws a value in which some parts are replaced or repeated. */
function shaken(value: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(value)) {
    const items = fc.tuple(...value.map(shaken))
    return fc.oneof(
      { weight: 5, arbitrary: items },
      items.map((all) => [...all, ...all, ...all]),
      wrong,
    )
  }
  if (typeof value !== 'object' || value === null) return fc.oneof({ weight: 9, arbitrary: fc.constant(value) }, wrong)
  const members = Object.entries(value).map(([name, inner]) => [name, shaken(inner)] as const)
  const some = fc.record(Object.fromEntries(members), { requiredKeys: [] })
  return fc.oneof({ weight: 5, arbitrary: fc.record(Object.fromEntries(members)) }, some, wrong)
}
const wrong = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom(-1, '', [7, 7, 7, 7], [{}, {}, {}, {}]))
const value = fc.constantFrom(...bodies.filter((body) => body !== undefined)).chain(shaken)

test.each(schemaNames())('%s: the errors equal those of plain Ajv, up to the limit', (name) => {
  fc.assert(
    fc.property(value, (given) => {
      const expected = errorsOf('ajv', name, given)
      expect(errorsOf('roomy', name, given)).toEqual(expected)
      expect(errorsOf('narrow', name, given).slice(0, 3)).toEqual(expected.slice(0, 3))
    }),
    { numRuns: 30 },
  )
})

const long = 'x'.repeat(200_000)
const floods = [
  ['blocks of a wrong type', { content: Array(60_000).fill({ type: 'text', text: 7 }) }],
  ['blocks that are not objects', { content: Array(1_000_000).fill(long) }],
  ['blocks with long texts', { content: Array(100_000).fill({ type: long, text: long, citations: long }) }],
] as const

test.each(floods)('the number of violations kept for %s is limited', (_, reply) => {
  expect(validate('messages/reply', reply).violations.length).toBeLessThanOrEqual(mostViolations)
  expect(errorsOf('narrow', 'messages/reply', reply).length).toBeLessThan(50)
})

test('a value with too many violations lists only violated requirements as judged', () => {
  const content = Array.from({ length: 60_000 }, (_, at) => (at < 50_000 ? {} : { type: 'text', text: 7 }))
  const few = validate('messages/reply', { content: content.slice(0, 100) })
  const many = validate('messages/reply', { content })
  expect([...few.spoken].length).toBeGreaterThan(new Set(few.violations.map(({ requirement }) => requirement)).size)
  expect(new Set(many.spoken)).toEqual(new Set(many.violations.flatMap(({ requirement }) => requirement ?? [])))
})
