import { expect, test } from 'vitest'
import type { Endpoint } from '../../conformance/core/model/vocabulary.ts'
import type { Config } from '../../conformance/product/config/config.ts'
import { startInFront } from '../bad-targets/in-front.ts'
import { jsonOf } from '../bad-targets/operation-of.ts'
import { recordedRun } from '../recorded-run.ts'
import { untilTestEnds } from '../serve.ts'

const message = 'stream must be given'
const rejection = { error: { type: 'invalid_request_error', message, code: 'missing' } }

/** Runs against a gateway that requires `stream` in every request for a message. */
async function runWith(requests: Config['requests'] = {}) {
  const { url } = await untilTestEnds(
    startInFront((request, forward) =>
      request.operation === 'messages.create' && !Object.hasOwn(jsonOf(request.body), 'stream')
        ? Promise.resolve({ status: 400, type: 'application/json', body: JSON.stringify(rejection) })
        : forward(request),
    ),
  )
  const notes: string[] = []
  const finished = await recordedRun({
    url,
    areas: ['messages'],
    profile: 'smoke',
    requests,
    onNote: (note) => notes.push(note),
  })
  const { rulings, report } = finished
  const failed = rulings.filter(({ verdict }) => verdict === 'fail')
  const results = failed.map(({ requirement, operation }) => `${requirement.id} ${operation}`)
  const passed = (id: Endpoint) => rulings.filter(({ operation, verdict }) => operation === id && verdict === 'pass')
  return { ...finished, notes, results, passed: passed('messages.create').length, limits: report.limits }
}

test('members of the configuration are the base of every request of their operation, and the plain request fails', async () => {
  const { results, notes, limits, exchanges, passed } = await runWith({
    'messages.create': { body: { stream: false } },
  })
  expect(results).toEqual(['messages.plain-request-accepted messages.create'])
  expect(notes).toEqual([])
  expect(limits).toContain('on messages.create the run continued with the members under requests: in the configuration')
  const drawn = exchanges.filter(({ id, why }) => why?.kind === 'drawn' && id.startsWith('messages.create/'))
  expect(drawn.length).toBeGreaterThan(0)
  expect(drawn.filter(({ request }) => !Object.hasOwn(jsonOf(Buffer.from(request.body)), 'stream'))).toEqual([])
  expect(passed).toBeGreaterThan(0)
})

test('without them the advice quotes the target and names the member of the configuration', async () => {
  const { results, notes } = await runWith()
  expect(results).toContain('messages.plain-request-accepted messages.create')
  expect(notes).toEqual([
    `messages.create returned 400 for its plain request ("${message}"): if the gateway needs a member in every request, name it under requests: in a config file`,
  ])
})

test('members of an operation that serves its plain request are not used', async () => {
  const { exchanges, results, limits } = await runWith({
    'messages.create': { body: { stream: false } },
    'messages.stream': { body: { metadata: { user_id: 'team-1' } } },
  })
  expect(results).toEqual(['messages.plain-request-accepted messages.create'])
  expect(limits.filter((limit) => limit.includes('messages.stream'))).toEqual([])
  expect(exchanges.filter(({ request }) => Buffer.from(request.body).includes('team-1'))).toEqual([])
})
