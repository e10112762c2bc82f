import { expect, test } from 'vitest'
import type { Requirement } from '../../model/requirement.ts'
import { exclusionBy } from './selection.ts'

const requirement = {
  id: 'messages.thinking-accepted',
  endpoint: 'messages.create',
  capability: 'thinking',
} as Requirement
const all = { areas: ['messages', 'images'], requirements: [], unsupported: [] }

test('a requirement that speaks about two endpoints counts as long as one of them is there', () => {
  const both = { ...requirement, alsoOn: ['messages.stream'] } as Requirement
  expect(exclusionBy({ ...all, unsupported: ['messages.create'] })(both)).toBeUndefined()
  expect(exclusionBy({ ...all, unsupported: ['messages.create', 'messages.stream'] })(both)).toContain('declares')
})

test.each([
  ['everything', all, undefined],
  ['another area', { ...all, areas: ['images'] }, 'the run was limited to images'],
  ['other requirements', { ...all, requirements: ['images.*'] }, 'the run was limited to images.*'],
  ['matching requirements', { ...all, requirements: ['x', 'messages.*'] }, undefined],
  ['an absent endpoint', { ...all, unsupported: ['messages.create'] }, 'the vendor declares messages.create absent'],
  ['an absent ability', { ...all, unsupported: ['thinking'] }, 'the vendor declares thinking absent'],
])('a selection of %s', (_, selection, reason) => {
  expect(exclusionBy(selection)(requirement)).toBe(reason)
})
