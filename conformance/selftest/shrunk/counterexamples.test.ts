import { expect, test } from 'vitest'
import { triggered } from '../../../reference-server/faults/triggers/triggered.ts'
import { faults, startReferenceServer } from '../../../reference-server/index.ts'
import { catalogue } from '../../catalogue.ts'
import type { Report } from '../../model/report.ts'
import { resultKey } from '../../model/requirement.ts'
import { createClient } from '../../record/client/client.ts'
import { counterexamplesOf } from './counterexamples.ts'

const names = ['temperature', 'top_p', 'top_k']
const fault = triggered({
  id: 'trigger:of-this-test',
  on: 'messages.create',
  trigger: {
    class: 'pair',
    words: `the request has ${names.join(', ')}`,
    holds: ({ value: { body } }) => names.every((name) => Object.hasOwn(body as object, name)),
  },
  effect: faults.get('messages-model-of-its-own')!,
})
const [requirement = ''] = fault.breaks
const result = resultKey(requirement, 'messages.create')
const operation = catalogue.operations.find(({ id }) => id === 'messages.create')!
const plain = catalogue.templates.find((template) => template.operation === 'messages.create')!.value
const sampling = { temperature: 0.5, top_p: 0.5, top_k: 5 }

/** Returns the needless features of the request that a run with this verdict reports as the smallest. */
async function counterexamplesIn(members: object, verdict: 'fail' | 'observed') {
  const server = await startReferenceServer({ faults: [fault] })
  const client = createClient({
    baseUrl: server.url,
    names: { key: 'test-key' },
    timeoutMs: 20_000,
    maxResponseBytes: 1e6,
  })
  try {
    const request = operation.write({ ...plain, body: { ...(plain.body as object), ...members } })
    const exchange = await client.send(request, 'shrink/x/01')
    const findings = [{ message: '', exchange: 'case', shrunk: exchange.id }]
    const operations = [{ operation: operation.id, verdict, findings }]
    const report = { requirements: [{ id: requirement, operations }] } as unknown as Report
    const exchanges = new Map([[exchange.id, exchange]])
    return await counterexamplesOf([result], { url: server.url, key: 'test-key', report, exchanges, catalogue })
  } finally {
    await client.close()
    await server.close()
  }
}

test('what a server with a fault does not need is found by sending the request without it', async () => {
  const [found] = await counterexamplesIn({ ...sampling, system: 'Be brief.' }, 'fail')
  expect(found).toMatchObject({ result, exchange: 'shrink/x/01', needless: ['/body/system away'] })
})

test('what the fault needs is not needless', async () => {
  expect(await counterexamplesIn(sampling, 'fail')).toMatchObject([{ needless: [] }])
})

test('what is only observed has no counterexample', async () => {
  expect(await counterexamplesIn(sampling, 'observed')).toEqual([])
})
