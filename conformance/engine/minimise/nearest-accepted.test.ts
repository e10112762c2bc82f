import { expect, test } from 'vitest'
import { itemsOf, member } from '../../../schemas/json.ts'
import type { RequestValue } from '../../core/model/operation.ts'
import { catalogue } from '../../specification/catalogue.ts'
import { documentLanguage } from '../plan/schema/language.ts'
import { compareWithNearest, withChange } from './nearest-accepted.ts'

type Body = Readonly<Record<string, unknown>>

const operation = catalogue.operations.find(({ id }) => id === 'messages.create')!
const plain = catalogue.templates.find((template) => template.operation === operation.id)!.value

function withMembers(members: Body): RequestValue {
  return { ...plain, body: { ...(plain.body as Body), ...members } }
}

const tool = { name: 'lookup', description: 'Looks up.', input_schema: { type: 'object', properties: { at: {} } } }
const bare = withMembers({ tools: [{ name: 'a', input_schema: { type: 'object' } }] })
const known = new Set(['messages.tools-accepted'])

/** Compares a request with accepted ones, and returns the deciding change and the requests that were sent. */
async function compared(value: RequestValue, accepted: readonly RequestValue[], isRejected: (body: Body) => boolean) {
  const sent: Body[] = []
  const change = await compareWithNearest(documentLanguage, { operation, value, accepted, known }, async ({ body }) => {
    sent.push(body as Body)
    return isRejected(body as Body) ? 'holds' : 'gone'
  })
  return { change, sent }
}

test('a member that every accepted request has is found, and the feature that only such requests lacked is accepted', async () => {
  const isBare = ({ tools }: Body) => itemsOf(tools).some((one) => member(one, 'description') === undefined)
  const { change, sent } = await compared(bare, [plain, withMembers({ tools: [tool] })], isBare)
  expect(change).toMatchObject({ pointer: '/body/tools/0/description', value: 'Looks up.' })
  expect(sent).toContainEqual(expect.objectContaining({ tools: [expect.objectContaining({ name: 'a' })] }))
})

test('a feature that was never accepted is changed last', async () => {
  const isShort = ({ tools }: Body) => itemsOf(tools).some((one) => member(one, 'name') === 'a')
  const { change } = await compared(bare, [withMembers({ tools: [tool] })], isShort)
  expect(change).toMatchObject({ pointer: '/body/tools/0/name', value: 'lookup' })
})

test('a feature is accepted with the members that objects of other accepted requests have', async () => {
  const isBare = ({ tools, top_k }: Body) =>
    top_k !== undefined && member(itemsOf(tools)[0], 'description') === undefined
  const rejected = withMembers({ tools: [{ name: 'a', input_schema: { type: 'object' } }], top_k: 5 })
  const undescribed = withMembers({ tools: [{ name: 'a', input_schema: { type: 'object' } }] })
  const { change } = await compared(rejected, [undescribed, withMembers({ tools: [tool] })], isBare)
  expect(change).toMatchObject({ pointer: '/body/tools/0/description' })
})

test('a request that differs from an accepted one at one place needs no further request', async () => {
  const { change, sent } = await compared(withMembers({ top_k: 5 }), [plain], () => true)
  expect(change?.pointer).toBe('/body/top_k')
  expect(sent).toEqual([])
})

test('a change is repeated in every item', () => {
  const request = withMembers({ tools: [{ name: 'a' }, { name: 'b' }] })
  expect(withChange(request, { pointer: '/body/tools/0/description', value: 'c', isAdded: true })).toEqual(
    withMembers({ tools: ['a', 'b'].map((name) => ({ name, description: 'c' })) }),
  )
})
