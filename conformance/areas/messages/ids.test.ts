import { expect, test } from 'vitest'
import suite from './index.ts'

const kinds = new Map<string, string>(suite.requirements.map(({ id, kind }) => [id, kind]))

test('every id is there once', () => {
  expect(kinds.size).toBe(suite.requirements.length)
})

test('an acceptance depends on acceptances only', () => {
  const depended = suite.requirements.flatMap((one) => (one.kind === 'acceptance' ? (one.dependsOn ?? []) : []))
  expect(depended.filter((id) => kinds.get(id) !== 'acceptance')).toEqual([])
})

test('probes aim at requirements there are', () => {
  expect(suite.probes.flatMap(({ aims }) => aims).filter((id) => !kinds.has(id))).toEqual([])
})
