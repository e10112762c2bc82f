import { expect, test } from 'vitest'
import type { Validation } from '../../schemas/index.ts'
import { keyLabels } from '../core/model/credential.ts'
import { exchangeWith, jsonResponse } from '../core/model/exchange.fixture.ts'
import type { RecordedRequest } from '../core/model/exchange.ts'
import type { Operation } from '../core/model/operation.ts'
import type { Case } from '../core/model/plan.ts'
import type { Catalogue } from '../core/model/suite.ts'
import { areaOf, type Endpoint } from '../core/model/vocabulary.ts'
import { drive } from './drive/drive.ts'
import { catalogueFor, jsonOperation, languageOf } from './generate/one-schema.fixture.ts'
import { planRun } from './generate/plan.ts'
import { startJudge, summarize } from './judge/index.ts'

/**
 * A specification that the suite does not have: two operations that count things. Nothing of a real area is in it, so
 * the engine cannot lean on what it knows of one.
 */
const schema = {
  type: 'object',
  required: ['body'],
  properties: {
    body: {
      type: 'object',
      required: ['things'],
      properties: {
        things: { type: 'integer', minimum: 1, maximum: 9, 'x-requirement': 'tiny.things-in-range' },
        colour: { enum: ['red', 'green'], 'x-requirement': 'tiny.colour-listed', 'x-feature': 'tiny.colour-accepted' },
      },
      'x-requirement': { required: 'tiny.things-required' },
    },
  },
} as const

const language = languageOf(schema)
const nothing: Validation = { violations: [], open: [], uses: [], spoken: new Set() }
const validate = (name: string, value: unknown): Validation =>
  name === 'tiny' ? language.validate(name, value) : nothing

function counting(id: Endpoint): Operation {
  const operation = jsonOperation('tiny', id)
  return {
    ...operation,
    area: areaOf[id],
    validate,
    schemas: { request: 'tiny', reply: 'counted', error: 'refused' },
    responseSignature: { reply: ['count'], error: ['error'] },
    write: (value) => ({ ...operation.write(value), headers: [['x-api-key', keyLabels.valid]] }),
  }
}

const operations = [counting('messages.create'), counting('content.generate')]
const parts = operations.map((operation) => catalogueFor(language, operation, [{ body: { things: 2 } }]))
const catalogue: Catalogue = {
  ...parts[0]!,
  operations,
  requirements: parts[0]!.requirements.map((requirement) => ({ ...requirement, alsoOn: ['content.generate'] })),
  templates: parts.flatMap(({ templates }) => templates),
  drawing: new Map(parts.flatMap(({ drawing }) => [...(drawing ?? [])])),
}

/** A server that enforces the specification but for one sentence, on one operation. */
function answer(request: RecordedRequest, id: string, overlooked: string | undefined) {
  const { body } = JSON.parse(Buffer.from(request.body).toString() || '{}') as {
    readonly body?: { readonly things?: number }
  }
  const { violations } = language.validate('tiny', { body })
  const broken = violations.filter(
    ({ requirement }) => requirement !== overlooked || request.path !== '/messages.create',
  )
  const response = broken.length > 0 ? jsonResponse({ error: 'no' }, 400) : jsonResponse({ count: body?.things })
  return exchangeWith({ id, request, response })
}

async function judged(overlooked?: string) {
  const ids = operations.map(({ id }) => id)
  const plan = await planRun({ catalogue, operations: ids, profile: 'smoke', seed: 1, language })
  const judge = startJudge(catalogue)
  await drive({
    plan,
    operations,
    language,
    send: async (request, { id }) => answer(request, id, overlooked),
    judge: { see: judge.see, failing: () => [], retry: (requirement, exchange) => judge.retry(exchange)(requirement) },
    context: { seed: 1, profile: 'smoke', operations: ids },
  })
  const rulings = judge.conclude()
  return {
    plan,
    rulings,
    sentences: new Map(rulings.map((one) => [`${one.requirement.id} ${one.operation}`, one])),
    judge,
  }
}

test('a conforming server passes every sentence of a specification that the engine never saw', async () => {
  const { plan, rulings } = await judged()
  expect(new Set(plan.cases.map(({ operation }: Case) => operation))).toEqual(
    new Set(['messages.create', 'content.generate']),
  )
  expect(rulings.map(({ requirement, operation, verdict }) => [requirement.id, operation, verdict])).toEqual(
    catalogue.requirements.flatMap(({ id }) => [
      [id, 'messages.create', 'pass'],
      [id, 'content.generate', 'pass'],
    ]),
  )
})

test('a sentence that is not enforced fails on its operation alone, and the report says so', async () => {
  const { rulings, judge } = await judged('tiny.things-in-range')
  const failed = rulings.filter(({ verdict }) => verdict === 'fail')
  expect(failed.map(({ requirement, operation }) => [requirement.id, operation])).toEqual([
    ['tiny.things-in-range', 'messages.create'],
  ])
  const report = summarize(
    rulings,
    {
      tool: { name: 't', version: '0' },
      target: { url: 'http://t', label: 't' },
      specification: { title: 't' },
      seed: 1,
      profile: 'smoke',
      strict: false,
      source: 'runner',
      startedAt: '2026-01-01T00:00:00.000Z',
      durationMs: 1,
      config: undefined,
      limits: [],
      aims: undefined,
      exclusion: () => undefined,
      requests: 1,
      billed: { calls: 0, images: 0 },
      evidence: new Map(),
      commands: new Map(),
      intermittent: new Set<string>(),
      shrunk: new Map(),
    } as unknown as Parameters<typeof summarize>[1],
    { facts: judge.facts() },
  )
  expect(report.summary).toMatchObject({ verdict: 'nonconforming', counts: { fail: 1 } })
})
