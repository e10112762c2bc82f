import { expect, test } from 'vitest'
import { exchangeWith } from '../../../../core/model/exchange.fixture.ts'
import { stepsOf } from '../../../../core/model/steps.fixture.ts'
import { endpoints } from '../../../../core/model/vocabulary.ts'
import { planRun } from '../../../../engine/generate/plan.ts'
import { observe } from '../../../../engine/judge/index.ts'
import { catalogue } from '../../../catalogue.ts'
import { ownToolLoop } from './index.ts'

const probe = ownToolLoop[0]!
const use = { type: 'tool_use', id: 'toolu_of_its_own', name: 'get_weather', input: { city: 'Oslo' } }

function nextAfter(content: readonly object[] | undefined) {
  const steps = probe.steps({ operations: ['messages.create'] })
  steps.next()
  const json = content === undefined ? undefined : { content }
  const step = steps.next([{ status: 200, headers: [], json }])
  return step.done === true ? undefined : step.value[0]
}

test('the tool result uses the id from the reply, in a valid request without unspecified features', () => {
  const request = nextAfter([{ type: 'text', text: 'Let me look.', citations: null }, { type: 'thinking' }, use])!
  const seen = observe(catalogue.operations, exchangeWith({ id: 'a', request }))!
  expect(seen.request.violations).toEqual([])
  expect(seen.request.open).toEqual([])
  expect(new Set(seen.request.uses.map(({ requirement }) => requirement))).toContain('messages.tool-loop-accepted')
  expect(Buffer.from(request.body).toString()).toContain('"tool_use_id":"toolu_of_its_own"')
  expect(Buffer.from(request.body).toString()).not.toContain('thinking')
})

test('a smoke run has one streamed tool use', async () => {
  const { probes } = await planRun({ catalogue, operations: endpoints, profile: 'smoke', seed: 1 })
  const streams = probes.filter(({ operation }) => operation === 'messages.stream')
  const firsts = streams.flatMap((one) => {
    const first = stepsOf(one, { seed: 1, profile: 'smoke', operations: endpoints }).next()
    return first.done === true ? [] : first.value
  })
  expect(firsts.filter(({ body }) => Buffer.from(body).includes('"tool_choice":{"type":"any"}'))).toHaveLength(1)
})

test.each([
  ['a reply that uses no tool', [{ type: 'text', text: 'Mild.' }]],
  ['a reply that cannot be read', undefined],
])('%s ends the probe', (_, content) => {
  expect(nextAfter(content)).toBeUndefined()
})
