import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import suite from './index.ts'

const folder = new URL('../../../schemas/messages/', import.meta.url)
const kinds = new Map<string, string>(suite.requirements.map(({ id, kind }) => [id, kind]))

const documents = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as unknown)
const rules = readdirSync(new URL('rules/', folder)).map((name) =>
  readFileSync(new URL(`rules/${name}`, folder), 'utf8'),
)

const required = new Set([...documents.flatMap((one) => annotated(one, 'x-requirement')), ...named('requirement')])
const accepted = new Set([...documents.flatMap((one) => annotated(one, 'x-accepts')), ...named('accepts')])

/** Acceptances of whole requests, which no schema names. */
const ofWholes = suite.requirements.filter((one) => one.kind === 'acceptance' && one.speaksOf !== 'use')

test('every id is there once', () => {
  expect(kinds.size).toBe(suite.requirements.length)
})

test('what a schema accepts is an acceptance, and every acceptance of a use is in a schema', () => {
  const acceptances = idsOfKind('acceptance').filter((id) => !ofWholes.some((whole) => whole.id === id))
  expect([...accepted].sort()).toEqual(acceptances.sort())
})

test('what a schema requires is a refusal or a shape, and every refusal is in a schema', () => {
  const unknown = [...required].filter((id) => kinds.get(id) !== 'refusal' && kinds.get(id) !== 'exchange')
  expect(unknown).toEqual([])
  expect(idsOfKind('refusal').filter((id) => !required.has(id))).toEqual([])
})

test('an acceptance depends on acceptances only', () => {
  const depended = suite.requirements.flatMap((one) => (one.kind === 'acceptance' ? (one.dependsOn ?? []) : []))
  expect(depended.filter((id) => kinds.get(id) !== 'acceptance')).toEqual([])
})

test('probes aim at requirements there are', () => {
  expect(suite.probes.flatMap(({ aims }) => aims).filter((id) => !kinds.has(id))).toEqual([])
})

function idsOfKind(kind: string): string[] {
  return suite.requirements.filter((one) => one.kind === kind).map(({ id }) => id)
}

function named(word: string): string[] {
  const mention = new RegExp(`${word}: '(messages\\.[a-z0-9-]+)'`, 'g')
  return rules.flatMap((text) => [...text.matchAll(mention)].map(([, id]) => String(id)))
}

function annotated(schema: unknown, keyword: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([name, inner]) => {
    if (name === 'examples') return []
    return name === keyword ? idsIn(inner) : annotated(inner, keyword)
  })
}

function idsIn(annotation: unknown): string[] {
  return (typeof annotation === 'object' ? Object.values(annotation ?? {}) : [annotation]).map(String)
}
