import { expect, test } from 'vitest'
import { validate } from '../../../schemas/index.ts'
import type { RecordedRequest } from '../../model/exchange.ts'
import type { Probe } from '../../model/plan.ts'
import suite from './index.ts'

const probes: readonly Probe[] = suite.probes
const free = probes.filter(({ cost }) => cost.calls === 0)
const billed = probes.filter(({ cost }) => cost.calls > 0)

function firstBatch({ steps }: Probe): readonly RecordedRequest[] {
  return steps({ seed: 7, profile: 'standard' }).next().value ?? []
}

function say(request: RecordedRequest) {
  const operation = suite.operations.find((one) => one.matches(request))!
  const { violations, open } = validate('content-generation/request', operation.read(request))
  return { broken: violations.map(({ requirement }) => requirement), open }
}

test.each(billed)('$id sends requests that are certainly valid', (probe) => {
  for (const request of firstBatch(probe)) expect(say(request)).toEqual({ broken: [], open: [] })
})

test.each(free)('$id sends requests that break one rule, or that bring no valid key', (probe) => {
  const refusals = probe.aims.filter((id) => id.endsWith('-refused'))
  for (const request of firstBatch(probe)) expect(say(request)).toEqual({ broken: refusals, open: [] })
})

test.each(probes)('$id sends no more in a step than it announces', (probe) => {
  expect(firstBatch(probe).length).toBeLessThanOrEqual(probe.requests)
})

test('media that are refused together are sent one by one', () => {
  const probe = probes.find(({ id }) => id === 'content.generate.sounds')!
  const steps = probe.steps({ seed: 7, profile: 'standard' })
  const refused = { status: 400, headers: [] }
  expect(steps.next().value).toHaveLength(1)
  const alone = steps.next([refused]).value ?? []
  expect(alone.map(say)).toEqual(Array.from({ length: 6 }, () => ({ broken: [], open: [] })))
  expect(steps.next(alone.map(() => refused)).done).toBe(true)
})
