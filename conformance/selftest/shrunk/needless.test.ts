import { expect, test } from 'vitest'
import { catalogue } from '../../catalogue.ts'
import { respelled } from '../../generate/respelled.ts'
import { usualSpelling } from '../../generate/spelling-of.ts'
import type { RecordedRequest } from '../../model/exchange.ts'
import { needlessIn } from './needless.ts'

const operation = catalogue.operations.find(({ id }) => id === 'messages.create')!
const plain = catalogue.templates.find((template) => template.operation === 'messages.create')!.value
const body = { ...(plain.body as object), temperature: 0.5, system: 'Be brief.', tool_choice: { type: 'auto' } }
const tools = [{ name: 'get_time', input_schema: { type: 'object' } }]
const textOf = (request: RecordedRequest): string => new TextDecoder().decode(request.body)

/** Returns the needless features for a server that fails if the bytes of a request match all of these. */
function needless(value: object, needed: readonly RegExp[], request = operation.write({ ...plain, body: value })) {
  return needlessIn(request, operation, plain, async (again) => needed.every((one) => one.test(textOf(again))))
}

test('what the fault needs is not needless, and the rest is', async () => {
  expect(await needless({ ...body, tools }, [/temperature/])).toEqual([
    '/body/system away',
    '/body/tool_choice away',
    '/body/tools away',
  ])
})

test('a request without anything needless has none', async () => {
  const { temperature, system, ...rest } = body
  const { tool_choice: _, ...bare } = rest
  expect(await needless({ ...bare, temperature, system }, [/temperature/, /system/])).toEqual([])
})

test('an awkward text that does not matter is needless', async () => {
  const awkward = { ...(plain.body as object), messages: [{ role: 'user', content: 'Name a color 🎨, please' }] }
  expect(await needless(awkward, [/content/])).toContain('/body/messages/0/content plain')
  expect(await needless(awkward, [/🎨/])).toEqual(['/body/messages/0/content by half'])
})

test('a spelling is needless where the fault shows without it, wholly or in part', async () => {
  const value = { ...plain, body: { ...(plain.body as object), temperature: 0.5 } }
  const spelling = { ...usualSpelling, space: ' ', exponents: true }
  const spelled = respelled(operation, operation.write(value), spelling)!
  expect(await needless(value.body, [/temperature/], spelled)).toContain('spelling')
  expect(await needless(value.body, [/" :/, /temperature/], spelled)).toEqual(['spelling: exponents'])
  expect(await needless(value.body, [/" :/, /5e-1/], spelled)).toEqual([])
})
