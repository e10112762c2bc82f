import { expect, test } from 'vitest'
import { jsonOperation, messagesCatalogue } from '../explore/one-schema.fixture.ts'
import type { Case } from '../model/plan.ts'
import { endpoints } from '../model/vocabulary.ts'
import { type PlanOptions, planRun } from '../run/plan/plan-run.ts'
import { makeFixed } from './ahead.ts'
import { documentLanguage } from './schema/language.ts'
import { digestOf } from './subject.ts'

const options: PlanOptions = { catalogue: messagesCatalogue, operations: endpoints, profile: 'standard', seed: 7 }
const fixed = makeFixed(options)
const standard = planRun({ ...options, fixed })
const operation = jsonOperation()

const flat = (cases: readonly Case[]): readonly Case[] => cases.flatMap((one) => [one, ...flat(one.parts ?? [])])

test('the same options give the same plan', () => {
  expect(planRun(options)).toEqual(standard)
})

test('another seed changes what is drawn at random and nothing else', () => {
  const other = planRun({ ...options, seed: 8, fixed })
  const fixedOf = (cases: readonly Case[]) => cases.filter(({ origin }) => origin !== 'exploration')
  expect(fixedOf(other.cases)).toEqual(fixedOf(standard.cases))
  expect(other.cases).not.toEqual(standard.cases)
})

test('ids are unique, parts included, and no request is planned twice', () => {
  const ids = flat(standard.cases).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const bytes = standard.cases.map(({ request }) => digestOf(request))
  expect(new Set(bytes).size).toBe(bytes.length)
})

test('ids say what they are for', () => {
  const ids = standard.cases.map(({ id }) => id)
  expect(ids).toContain('messages.create/template/01-t0')
  expect(ids).toContain('messages.create/violation/model-missing-refused')
  expect(ids.every((id) => /^messages\.create\/(template|coverage|violation|exploration)\/[a-z0-9-]+$/.test(id))).toBe(
    true,
  )
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

test('whatever is planned to cost something is certainly valid', () => {
  for (const { request, cost } of flat(standard.cases)) {
    const { violations } = documentLanguage.validate('messages/request', operation.read(request))
    expect(violations.length === 0).toBe(cost.calls === 1)
  }
})

test('a plan adds up what its cases cost', () => {
  expect(standard.cost.calls).toBe(standard.cases.reduce((sum, { cost }) => sum + cost.calls, 0))
  expect(standard.requests).toBe(standard.cases.length)
})

test('a smoke plan is small, and some of it is drawn', () => {
  const smoke = planRun({ ...options, profile: 'smoke' })
  expect(smoke.requests).toBeLessThanOrEqual(40)
  expect(new Set(smoke.cases.map(({ origin }) => origin))).toEqual(new Set(['coverage', 'violation', 'exploration']))
})

test('a full plan aims at all, a smoke plan only at what it exercises', () => {
  expect(new Set([...standard.aims].map((key) => key.split('@')[0])).size).toBe(messagesCatalogue.requirements.length)
  expect(planRun({ ...options, profile: 'smoke' }).aims.size).toBeLessThan(standard.aims.size)
})

test('a narrowed plan holds what serves the requirements wanted, and the twins it leans on', () => {
  const id = 'messages.temperature-beyond-refused'
  const narrow = planRun({ ...options, fixed, wants: (one) => one === id })
  expect([...narrow.aims]).toEqual([`${id}@messages.create`])
  const [twin, ...rest] = narrow.cases
  expect(twin?.purpose.startsWith('breaks ')).toBe(false)
  expect(rest.length).toBeGreaterThan(0)
  for (const { aims, purpose, id: own } of narrow.cases) {
    const isTwin = narrow.cases.some((one) => one.purpose.endsWith(`otherwise as ${own}`))
    expect(aims.includes(id) || isTwin, purpose).toBe(true)
  }
})

test('what no case aims at by name is served by all valid requests of its operation, and a few that break a rule', () => {
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
  const narrow = planRun({ ...options, catalogue, wants: (id) => id === reply.id })
  const valid = standard.cases.filter(({ operation, origin }) => operation === reply.endpoint && origin === 'coverage')
  const broken = narrow.cases.filter(({ purpose }) => purpose.startsWith('breaks '))
  expect(narrow.cases.filter((one) => !broken.includes(one))).toEqual(valid)
  expect(broken).toHaveLength(3)
})

test('an operation that is not selected gets no requests', () => {
  expect(planRun({ ...options, operations: ['usage.token'] })).toMatchObject({ cases: [], probes: [], requests: 0 })
})

test('a template that is not certainly valid stops the planning', () => {
  const templates = messagesCatalogue.templates.map((one) => ({ ...one, value: { body: {} } }))
  expect(() => planRun({ ...options, catalogue: { ...messagesCatalogue, templates } })).toThrow(
    'the template t0 is not certainly valid',
  )
})
