import { expect, test } from 'vitest'
import type { RequestValue } from '../../../core/model/operation.ts'
import { addedMember, lackedIn, shapeOf, shapeOfAll, valuesOnlyIn } from './sizes.ts'

const of = (body: unknown) => shapeOf({ body } as RequestValue, 0)
const tools = [{ name: 'a' }]

test.each([
  ['one member', { tools }, { tools, choice: { type: 'auto' } }, '/body/choice'],
  ['a member of an item', { tools }, { tools: [{ name: 'a', description: 'b' }] }, '/body/tools/*/description'],
  ['two members', { tools }, { tools, choice: 1, top_k: 2 }, undefined],
  ['another value beside it', { tools, top_k: 1 }, { tools, top_k: 2, choice: 1 }, undefined],
  ['an item beside it', { tools }, { tools: [...tools, ...tools], choice: 1 }, undefined],
  ['a value', { tools }, { tools: [{ name: 'b' }] }, undefined],
  ['a member less', { tools, choice: 1 }, { tools }, undefined],
])('the one member that a request has in addition, for %s', (_difference, one, other, place) => {
  expect(addedMember(of(one), of(other))).toBe(place)
})

test('a member is lacked by requests with the object that it belongs to', () => {
  const members = ['/body/choice', '/body/tools/*/description', '/body/thinking/budget']
  const lacked = members.map((member) => ({ member, by: of({ tools, top_k: 1 }) }))
  expect(lackedIn(of({ tools }), lacked)).toEqual(['choice', 'tools[].description'])
})

test('a member that requests with other members lack says nothing about this one', () => {
  const lacked = [{ member: '/body/choice', by: of({ tools }) }]
  expect(lackedIn(of({ top_k: 1, stop: ['a'] }), lacked)).toEqual([])
})

test('of the values that no accepted request has, the proven ones are named', () => {
  const accepted = shapeOfAll([of({ name: 'b', size: 1 })])
  const rejected = of({ name: 'a', size: 2 })
  expect(valuesOnlyIn(rejected, accepted)).toEqual(['name "a"', 'size 2'])
  expect(valuesOnlyIn(rejected, accepted, new Set(['/body/size']))).toEqual(['size 2'])
})
