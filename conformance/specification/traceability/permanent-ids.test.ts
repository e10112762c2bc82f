import { expect, test } from 'vitest'
import type { Requirement } from '../../core/model/requirement.ts'
import { permanentIds, permanentIdsText } from './permanent-ids.ts'

const kept = { id: 'usage.a', level: 'stated', section: '2.5' } as Requirement
const gone = { id: 'usage.b', level: 'implied', section: '7' } as const

test('a removed id is listed as retired', () => {
  expect(permanentIds([kept], [gone])).toEqual([
    { id: 'usage.a', level: 'stated', section: '2.5' },
    { ...gone, retired: true },
  ])
})

test('a retired id cannot be used again', () => {
  expect(() => permanentIds([kept], [{ id: 'usage.a', level: 'stated', section: '2.5', retired: true }])).toThrow(
    'usage.a was retired',
  )
})

test('the file has one line per id', () => {
  const text = permanentIdsText(permanentIds([kept], [gone]))
  expect(text.split('\n')).toHaveLength(5)
  expect(JSON.parse(text)).toEqual(permanentIds([kept], [gone]))
})
