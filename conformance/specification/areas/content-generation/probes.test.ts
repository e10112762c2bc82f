import { expect, test } from 'vitest'
import { validate } from '../../../../schemas/index.ts'
import { credentialOf } from '../../../core/model/credential.ts'
import type { RecordedRequest } from '../../../core/model/exchange.ts'
import type { Probe } from '../../../core/model/plan.ts'
import { stepsOf } from '../../../core/model/steps.fixture.ts'
import { endpoints } from '../../../core/model/vocabulary.ts'
import suite from './index.ts'

const probes: readonly Probe[] = suite.probes
const rejects = ({ aims }: Probe) => aims.some((id) => id.endsWith('-rejected'))
const free = probes.filter(({ cost }) => cost.calls === 0)
const billed = probes.filter((probe) => probe.cost.calls > 0 && !rejects(probe))
const controlled = probes.filter((probe) => probe.cost.calls > 0 && rejects(probe))

function firstBatch(probe: Probe): readonly RecordedRequest[] {
  return stepsOf(probe, { seed: 7, profile: 'standard', operations: endpoints }).next().value ?? []
}

function say(request: RecordedRequest) {
  const operation = suite.operations.find((one) => one.matches(request))!
  const { violations, open } = validate('content-generation/request', operation.read(request))
  return { broken: violations.map(({ requirement }) => requirement), open }
}

test.each(billed)('$id sends only valid requests', (probe) => {
  for (const request of firstBatch(probe)) expect(say(request)).toEqual({ broken: [], open: [] })
})

test.each(free)('$id sends requests that violate one requirement or lack a valid key', (probe) => {
  const rejections = probe.aims.filter((id) => id.endsWith('-rejected'))
  for (const request of firstBatch(probe)) expect(say(request)).toEqual({ broken: rejections, open: [] })
})

test.each(controlled)('$id sends a request with one violation and its control request', (probe) => {
  const [control, broken, ...others] = firstBatch(probe)
  expect(control && say(control)).toEqual({ broken: [], open: [] })
  expect(broken && say(broken)).toEqual({ broken: probe.aims, open: [] })
  expect(others).toEqual([])
})

test.each(probes)('the first step of $id stays within its number of requests', (probe) => {
  expect(firstBatch(probe).length).toBeLessThanOrEqual(probe.requests)
})

test('key headers are only tried if the key in the query is rejected', () => {
  const probe = probes.find(({ id }) => id === 'content.stream.key-forms')!
  const accepted = stepsOf(probe, { seed: 7, profile: 'smoke', operations: endpoints })
  accepted.next()
  expect(accepted.next([{ status: 200, headers: [] }]).done).toBe(true)
  const rejected = stepsOf(probe, { seed: 7, profile: 'smoke', operations: endpoints })
  rejected.next()
  const [bearer] = rejected.next([{ status: 401, headers: [] }]).value ?? []
  expect(credentialOf(bearer!, 'query')).toEqual({ kind: 'open', elsewhere: 'authorization' })
  const [google] = rejected.next([{ status: 401, headers: [] }]).value ?? []
  expect(credentialOf(google!, 'query')).toEqual({ kind: 'open', elsewhere: 'x-goog-api-key' })
  expect(rejected.next([{ status: 401, headers: [] }]).done).toBe(true)
})

test('media that are rejected together are sent one by one', () => {
  const probe = probes.find(({ id }) => id === 'content.generate.sounds')!
  const steps = stepsOf(probe, { seed: 7, profile: 'standard', operations: endpoints })
  const rejected = { status: 400, headers: [] }
  expect(steps.next().value).toHaveLength(1)
  const alone = steps.next([rejected]).value ?? []
  expect(alone.map(say)).toEqual(Array.from({ length: 6 }, () => ({ broken: [], open: [] })))
  expect(steps.next(alone.map(() => rejected)).done).toBe(true)
})
