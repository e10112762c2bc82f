import { expect, test } from 'vitest'
import suite from './index.ts'

const kinds = new Map<string, string>(suite.requirements.map(({ id, kind }) => [id, kind]))

test('requirement ids are unique', () => {
  expect(kinds.size).toBe(suite.requirements.length)
})

test('acceptance requirements depend only on acceptance requirements', () => {
  const depended = suite.requirements.flatMap((one) => (one.kind === 'acceptance' ? (one.dependsOn ?? []) : []))
  expect(depended.filter((id) => kinds.get(id) !== 'acceptance')).toEqual([])
})

test('the aims of probes are existing requirements', () => {
  expect(suite.probes.flatMap(({ aims }) => aims).filter((id) => !kinds.has(id))).toEqual([])
})
