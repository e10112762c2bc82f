import { expect, test } from 'vitest'
import type { RequestValue } from '../../core/model/operation.ts'
import { catalogue } from '../../specification/catalogue.ts'
import { documentLanguage } from '../plan/schema/language.ts'
import { findBounds, mostForBounds } from './bounds.ts'

type Body = Readonly<Record<string, unknown>>

const operation = catalogue.operations.find(({ id }) => id === 'messages.create')!
const plain = catalogue.templates.find((template) => template.operation === operation.id)!.value

function withMembers(members: Body): RequestValue {
  return { ...plain, body: { ...(plain.body as Body), ...members } }
}

/** Returns the values of a member that were sent, each with its outcome. */
async function sent(member: string, rejected: unknown, accepted: unknown, isRejected: (value: never) => boolean) {
  const values: [unknown, 'holds' | 'gone'][] = []
  const value = withMembers({ [member]: rejected })
  await findBounds(
    documentLanguage,
    { operation, value, accepted: [withMembers({ [member]: accepted })] },
    async (one) => {
      const own = (one.body as Body)[member]
      const outcome = isRejected(own as never) ? 'holds' : 'gone'
      values.push([own, outcome])
      return outcome
    },
  )
  return values
}

test('a number below all accepted ones is taken into their range, and the bound is found by bisection', async () => {
  const values = await sent('max_tokens', 2, 64, (tokens: number) => tokens < 16)
  expect(values[0]).toEqual([64, 'gone'])
  expect(values).toContainEqual([15, 'holds'])
  expect(values).toContainEqual([16, 'gone'])
  expect(values.length).toBeLessThanOrEqual(mostForBounds)
})

test('lengths of texts and lists have bounds, and numbers have bounds between whole ones', async () => {
  const texts = await sent('system', 'a'.repeat(80), 'Be brief.', (text: string) => text.length > 40)
  expect(texts.map(([text]) => String(text).length)).toEqual(expect.arrayContaining([9, 40, 41]))
  const lists = await sent('stop_sequences', ['a', 'b', 'c', 'd'], ['a'], (list: unknown[]) => list.length > 2)
  expect(lists).toEqual(expect.arrayContaining([[['a', 'b'], 'gone'] as const, [['a', 'b', 'c'], 'holds'] as const]))
  const numbers = await sent('temperature', 0.05, 0.5, (temperature: number) => temperature < 0.2)
  expect(numbers).toEqual(expect.arrayContaining([[0.19, 'holds'] as const, [0.2, 'gone'] as const]))
})

test('a request that is rejected for something else is sent once, and one within the accepted range never', async () => {
  expect(await sent('top_k', 50, 5, () => true)).toEqual([[5, 'holds']])
  expect(await sent('top_k', 5, 5, () => true)).toEqual([])
})

test('a limit of tokens above the accepted ones is not searched for', async () => {
  expect(await sent('max_tokens', 512, 64, (tokens: number) => tokens > 100)).toEqual([])
})
