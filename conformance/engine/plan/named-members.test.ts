import { expect, test } from 'vitest'
import { namedMembersOf, withMembers } from './named-members.ts'

function added(members: Readonly<Record<string, unknown>>, body: unknown): unknown {
  return withMembers(body, namedMembersOf(members))
}

test('missing members are added at any depth', () => {
  const members = { metadata: { user_id: 'team-1' }, stream: false }
  expect(added(members, { model: 'm' })).toEqual({ model: 'm', ...members })
  expect(added(members, { metadata: {} })).toEqual(members)
})

test('existing members keep their values', () => {
  const body = { metadata: { user_id: 'user-1' }, stream: null }
  expect(added({ metadata: { user_id: 'team-1' }, stream: false }, body)).toEqual(body)
  expect(added({ metadata: { user_id: 'team-1' } }, { metadata: 7 })).toEqual({ metadata: 7 })
})

test('members of a list with a single map are added to each item', () => {
  const members = { contents: [{ role: 'user' }] }
  expect(added(members, { contents: [{}, { role: 'model' }, 7] })).toEqual({
    contents: [{ role: 'user' }, { role: 'model' }, 7],
  })
  expect(added(members, { contents: { parts: [] } })).toEqual({ contents: { parts: [], role: 'user' } })
  expect(added({ stops: ['a', 'b'] }, { stops: [] })).toEqual({ stops: [] })
})

test('a body that is not a map is unchanged', () => {
  expect(added({ stream: false }, [1])).toEqual([1])
  expect(added({ stream: false }, undefined)).toBeUndefined()
})
