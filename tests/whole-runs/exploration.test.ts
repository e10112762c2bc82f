import { expect, test } from 'vitest'
import type { Plan } from '../../conformance/core/model/plan.ts'
import { type Endpoint, endpoints } from '../../conformance/core/model/vocabulary.ts'
import { drive } from '../../conformance/engine/drive/drive.ts'
import { planRun, wholePlan } from '../../conformance/engine/generate/plan.ts'
import { startJudge } from '../../conformance/engine/judge/index.ts'
import { createClient } from '../../conformance/engine/record/client/client.ts'
import { catalogue } from '../../conformance/specification/catalogue.ts'
import type { Fault } from '../../reference-server/faults/fault.ts'
import { triggered } from '../../reference-server/faults/triggers/index.ts'
import { textCharacters } from '../../reference-server/faults/triggers/tests.ts'
import { type FaultTrigger, valuesAt } from '../../reference-server/faults/triggers/trigger.ts'
import { faults, startReferenceServer } from '../../reference-server/index.ts'
import { withDrawn } from '../brought-request.ts'

/** Returns the plan of a run for some operations, without probes. */
function planOf(operations: readonly Endpoint[]): Promise<Plan> {
  return planRun({ catalogue: { ...catalogue, probes: [] }, operations, profile: 'standard', seed: 1 }).then(wholePlan)
}

async function explored(fault: Fault | undefined, plan: Plan) {
  const server = await startReferenceServer({ faults: fault === undefined ? [] : [fault] })
  const common = { timeoutMs: 20_000, epoch: performance.now(), maxResponseBytes: 1 << 24 }
  const client = createClient({ baseUrl: server.url, names: { key: 'test-key', models: {} }, ...common })
  const judge = startJudge(catalogue)
  const bad = () =>
    judge.conclude().filter(({ verdict, requirement }) => verdict === 'fail' && requirement.level !== 'unspecified')
  const failing = () =>
    bad().flatMap(({ requirement, findings }) => findings.map(({ exchange }) => ({ requirement, exchange })))
  const sent = new Map<string, string>()
  try {
    const { shrunk, requests } = await drive({
      plan,
      operations: catalogue.operations,
      context: { seed: 1, profile: 'standard', operations: endpoints },
      shrinking: { perRequirement: 60, perRun: 120 },
      judge: { see: judge.see, retry: (id, exchange) => judge.retry(exchange)(id), failing },
      send: async (request, { id, caseId, attempt, why }, signal) => {
        sent.set(id, new TextDecoder().decode(request.body))
        return { ...(await client.send(request, id, signal)), caseId, attempt, why }
      },
    })
    const [first] = shrunk
    return {
      requests,
      failed: bad().map(({ requirement }) => requirement.id),
      shrunk: first && { ...first, body: sent.get(first.smallest ?? '') },
    }
  } finally {
    await client.close()
    await server.close()
  }
}

test('a server that keeps the specification fails none of the drawn requests', async () => {
  const plan = await planOf(endpoints)
  const { requests, failed } = await explored(undefined, plan)
  expect(requests).toBeGreaterThanOrEqual(plan.requests)
  expect(failed).toEqual([])
})

const has = (...names: readonly string[]): FaultTrigger => ({
  class: 'pair',
  words: `the request has ${names.join(' and ')}`,
  holds: (request) => names.every((name) => valuesAt(request, `/body/${name}`).length > 0),
})
const rightToLeft: FaultTrigger = {
  class: 'value',
  words: 'a message holds right-to-left text',
  holds: (request) => {
    const { holds } = textCharacters.find(({ words }) => words === 'holds right-to-left text')!
    return ['/body/messages/*/content', '/body/messages/*/content/*/text'].some((pointer) =>
      valuesAt(request, pointer).some(holds),
    )
  },
}

const tool = { name: 'get_weather', input_schema: { type: 'object', properties: { city: { type: 'string' } } } }
const question = [{ role: 'user', content: 'What is the weather in Oslo?' }]
const hebrew = [{ role: 'user', content: [{ type: 'text', text: 'מה שלומך היום?' }] }]
/** Members that no trigger below needs. */
const further = { temperature: 0.5, system: 'Answer in one word.' }

test.each([
  [
    'messages-stream-no-usage',
    has('metadata', 'stop_sequences'),
    'messages.stream',
    { messages: question, metadata: { user_id: 'user-1' }, stop_sequences: ['zebra'], stream: true },
    ['max_tokens', 'messages', 'metadata', 'model', 'stop_sequences', 'stream'],
  ],
  [
    'messages-stream-no-block-stop',
    has('stop_sequences', 'tools'),
    'messages.stream',
    { messages: question, stop_sequences: ['zebra'], tools: [tool], stream: true },
    ['max_tokens', 'messages', 'model', 'stop_sequences', 'stream', 'tools'],
  ],
  [
    'messages-negative-count',
    rightToLeft,
    'messages.create',
    { messages: hebrew },
    ['max_tokens', 'messages', 'model'],
  ],
] as const)('%s under a trigger is found, and shrunk to the members that it needs', async (id, trigger, operation, own, members) => {
  const fault = triggered({ id: 'trigger:of-this-test', on: operation, trigger, effect: faults.get(id)! })
  const body = { model: 'messages-model-1', max_tokens: 64, ...further, ...own }
  const { failed, shrunk } = await explored(fault, withDrawn(await planOf([operation]), { operation, value: { body } }))
  expect(failed.length).toBeGreaterThan(0)
  expect(shrunk?.outcome).toBe('shrunk')
  expect(shrunk?.requests).toBeLessThanOrEqual(60)
  expect(Object.keys(JSON.parse(shrunk?.body ?? '{}') as object).sort()).toEqual(members)
})
