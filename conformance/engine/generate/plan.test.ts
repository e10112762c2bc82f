import { expect, test } from 'vitest'
import type { Case, Plan } from '../../core/model/plan.ts'
import { endpoints } from '../../core/model/vocabulary.ts'
import { documentLanguage } from '../plan/schema/language.ts'
import { digestOf } from '../plan/subject.ts'
import { jsonOperation, messagesCatalogue } from './one-schema.fixture.ts'
import { planRun, wholePlan } from './plan.ts'
import type { PlanOptions } from './plan-options.ts'

const options: PlanOptions = { catalogue: messagesCatalogue, operations: endpoints, profile: 'standard', seed: 7 }
const planned = async (more: Partial<PlanOptions> = {}) => wholePlan(await planRun({ ...options, ...more }))
const standard = await planned()
/** The same plan, made again. */
const again = await planRun(options)
const wholeAgain = await wholePlan(again)
const operation = jsonOperation()

test('the same options give the same plan', () => {
  expect(wholeAgain.cases).toEqual(standard.cases)
})

test('a whole plan knows only its plain requests, and promises a most', () => {
  const { cases, pull, requests, cost } = again
  expect(cases).toEqual(standard.cases.slice(0, 1))
  expect(pull).toBeDefined()
  expect(requests).toBeGreaterThanOrEqual(standard.requests)
  expect(cost.calls).toBeGreaterThanOrEqual(standard.cost.calls)
})

test('each pull draws the same requests', async () => {
  const drawn: Case[] = []
  for await (const one of again.pull!().valid()) drawn.push(one)
  const isValid = ({ why }: Case) => why.kind !== 'violation'
  expect(drawn).toEqual(wholeAgain.cases.slice(again.cases.length).filter(isValid))
})

test('the first violations violate a new requirement each', () => {
  const aims = standard.cases.filter(({ why }) => why.kind === 'violation').map(({ aims: [aim] }) => aim)
  const count = new Set(aims).size
  expect(new Set(aims.slice(0, count)).size).toBe(count)
})

test('another seed keeps the plain request and changes the others', async () => {
  const { cases } = await planned({ seed: 8 })
  expect(cases[0]).toEqual(standard.cases[0])
  expect(cases.slice(1).map(({ request }) => request)).not.toEqual(
    standard.cases.slice(1).map(({ request }) => request),
  )
})

test('further cases differ from the plan and are deterministic', async () => {
  const first = async ({ further }: Plan) => (await further!().next()).value
  const further = await first(standard)
  expect(further).toEqual(await first(wholeAgain))
  const ids = new Set(standard.cases.map(({ id }) => id))
  const bytes = new Set(standard.cases.map(({ request }) => digestOf(request)))
  expect(further?.length).toBeGreaterThan(0)
  for (const { id, request } of further ?? []) {
    expect(ids).not.toContain(id)
    expect(bytes).not.toContain(digestOf(request))
  }
})

test('ids are unique, and no request is planned twice', () => {
  const ids = standard.cases.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const bytes = standard.cases.map(({ request }) => digestOf(request))
  expect(new Set(bytes).size).toBe(bytes.length)
})

test('ids contain the operation and the kind of the case', () => {
  const ids = standard.cases.map(({ id }) => id)
  expect(ids[0]).toBe('messages.create/plain')
  expect(ids.filter((id) => id.endsWith('-model-missing-rejected'))).not.toEqual([])
  const others = ids.filter(
    (id) => !/^messages\.create\/(plain|client\/[a-z0-9-]+|drawn\/\d+|violation\/\d+-[a-z0-9-]+)$/.test(id),
  )
  expect(others).toEqual([])
})

test('the control request of every violation is planned', () => {
  const ids = new Set(standard.cases.map(({ id }) => id))
  const refusals = standard.cases.filter(({ purpose }) => purpose.startsWith('breaks '))
  expect(refusals.length).toBeGreaterThan(30)
  for (const { purpose, cost } of refusals) {
    expect(ids).toContain(purpose.slice(purpose.indexOf('otherwise as ') + 'otherwise as '.length))
    expect(cost).toEqual({ calls: 0, images: 0 })
  }
})

test('exactly the valid requests have a cost', () => {
  for (const { request, cost } of standard.cases) {
    const { violations } = documentLanguage.validate('messages/request', operation.read(request))
    expect(violations.length === 0).toBe(cost.calls === 1)
  }
})

test('the cost of a plan is the sum of its cases', () => {
  expect(standard.cost.calls).toBe(standard.cases.reduce((sum, { cost }) => sum + cost.calls, 0))
  expect(standard.requests).toBe(standard.cases.length)
})

test('a smoke plan is small and contains every kind of case', async () => {
  const smoke = await planned({ profile: 'smoke' })
  expect(smoke.requests).toBeLessThanOrEqual(40)
  expect(new Set(smoke.cases.map(({ id }) => id.split('/')[1]))).toEqual(new Set(['plain', 'drawn', 'violation']))
})

test('a standard plan aims at all requirements, and a smoke plan at fewer', async () => {
  expect(new Set([...standard.aims].map((key) => key.split('@')[0])).size).toBe(messagesCatalogue.requirements.length)
  expect((await planned({ profile: 'smoke' })).aims.size).toBeLessThan(standard.aims.size)
})

test('a narrowed plan has only the cases for its requirements and their control requests', async () => {
  const id = 'messages.temperature-beyond-rejected'
  const narrow = await planned({ wants: (one) => one === id })
  expect([...narrow.aims]).toEqual([`${id}@messages.create`])
  const [control, ...rest] = narrow.cases
  expect(control?.purpose.startsWith('breaks ')).toBe(false)
  expect(rest.length).toBeGreaterThan(0)
  for (const { aims, purpose, id: own } of narrow.cases) {
    const isControl = narrow.cases.some((one) => one.purpose.endsWith(`otherwise as ${own}`))
    expect(aims.includes(id) || isControl, purpose).toBe(true)
  }
})

test('a requirement without cases of its own gets all valid requests and three violations', async () => {
  const [refusal] = messagesCatalogue.requirements
  if (refusal === undefined) throw new Error('the test catalogue has requirements')
  const reply = {
    ...refusal,
    id: 'messages.reply-id',
    kind: 'exchange',
    appliesTo: () => true,
    check: () => [],
  } as const
  const catalogue = { ...messagesCatalogue, requirements: [...messagesCatalogue.requirements, reply] }
  const narrow = await planned({ catalogue, wants: (id) => id === reply.id })
  const valid = standard.cases.filter(({ operation, why }) => operation === reply.endpoint && why.kind !== 'violation')
  const broken = narrow.cases.filter(({ purpose }) => purpose.startsWith('breaks '))
  expect(narrow.cases.filter((one) => !broken.includes(one))).toEqual(valid)
  expect(broken).toHaveLength(3)
})

test('an operation that is not selected has no requests', async () => {
  expect(await planned({ operations: ['usage.token'] })).toMatchObject({
    cases: [],
    probes: [],
    requests: 0,
  })
})

test('planning fails if the plain request is not valid', async () => {
  const templates = messagesCatalogue.templates.map((one) => ({ ...one, value: { body: {} } }))
  await expect(planRun({ ...options, catalogue: { ...messagesCatalogue, templates } })).rejects.toThrow(
    'messages.create has no plain request that is certainly valid',
  )
})
