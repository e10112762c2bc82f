import { expect, test } from 'vitest'
import type { Requirement } from '../../core/model/requirement.ts'
import { catalogue } from '../../specification/catalogue.ts'
import { exclusionBy, selectionOf } from './selection.ts'

const requirement = {
  id: 'messages.thinking-accepted',
  endpoint: 'messages.create',
  capability: 'thinking',
} as Requirement
const all = { areas: ['messages', 'images'], requirements: [], unsupported: [] }

test('a requirement of an absent operation is judged on other operations', () => {
  const exclusion = exclusionBy({ ...all, unsupported: ['messages.create'] })
  expect(exclusion(requirement, 'messages.stream')).toBeUndefined()
  expect(exclusion(requirement, 'messages.create')?.reason).toBe('the vendor declares messages.create absent')
})

test.each([
  ['all areas', all, undefined],
  ['another area', { ...all, areas: ['images'] }, 'the run was limited to images'],
  ['other requirements', { ...all, requirements: ['images.*'] }, 'the run was limited to images.*'],
  ['matching requirements', { ...all, requirements: ['x', 'messages.*'] }, undefined],
  ['an absent endpoint', { ...all, unsupported: ['messages.create'] }, 'the vendor declares messages.create absent'],
  [
    'a matching skip',
    { ...all, skip: [{ requirements: 'messages.*-accepted', reason: 'it costs too much' }] },
    'skipped by the configuration: it costs too much',
  ],
  ['a skip of another area', { ...all, skip: [{ requirements: 'images.*', reason: 'x' }] }, undefined],
  ['an absent capability', { ...all, unsupported: ['thinking'] }, 'the vendor declares thinking absent'],
])('a selection with %s gives the expected exclusion reason', (_, selection, reason) => {
  expect(exclusionBy(selection)(requirement, 'messages.create')?.reason).toBe(reason)
})

test('requirements behind the gateway alone are rejected with the way out', () => {
  expect(() => selectionOf({ requirements: ['upstream.*'] }, catalogue, undefined)).toThrow(
    "add --requirement '*plain-request-accepted'",
  )
  expect(
    selectionOf({ requirements: ['upstream.*', '*plain-request-accepted'] }, catalogue, undefined).requirements,
  ).toHaveLength(2)
})
