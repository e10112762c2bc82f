import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rootNode, validate } from '../../../../schemas/index.ts'
import { keyLabels } from '../../../core/model/credential.ts'
import { exchangeWith, jsonResponse } from '../../../core/model/exchange.fixture.ts'
import type { Exchange, RecordedRequest } from '../../../core/model/exchange.ts'
import type { Requirement } from '../../../core/model/requirement.ts'
import { startJudge } from '../../../engine/judge/judge.ts'
import suite from './index.ts'
import { asking, token } from './operations.ts'

const data = {
  object: 'token_usage',
  name: 'Default Token',
  total_granted: 100,
  total_used: 40,
  total_available: 60,
  unlimited_quota: false,
  model_limits: { 'image-model-1': true },
  model_limits_enabled: false,
  expires_at: 0,
}
const told = (changes: object = {}) => ({ code: true, message: 'ok', data: { ...data, ...changes } })
const rejection = (message: string) => ({ success: false, message })
const plain = asking(`Bearer ${keyLabels.valid}`)
const twin = asking(`Bearer ${keyLabels.validCounterpart}`)
const unknown = asking(`Bearer ${keyLabels.invalid}`)
const basic = asking('Basic c29tZW9uZTpzb21ldGhpbmc=')
const nobody = asking(undefined)

type Answer = readonly [request: RecordedRequest, status: number, body: unknown]

/** Returns the requirements that get this verdict if requests get these responses. */
function reaching(verdict: string, ...answers: readonly Answer[]): string[] {
  const judge = startJudge(suite)
  answers.forEach((answer, index) => judge.see(answered(answer, index)))
  return judge
    .conclude()
    .filter(({ verdict: own, requirement }) => own === verdict && requirement.level !== 'unspecified')
    .map(({ requirement }) => requirement.id)
}

function answered([request, status, body]: Answer, index: number): Exchange {
  return exchangeWith({ id: `x${index}`, startedAt: index, request, response: jsonResponse(body, status) })
}

test.each<[string, Answer[]]>([
  [
    'a token without limits has a negative balance',
    [[plain, 200, told({ total_granted: -20, total_available: -60, unlimited_quota: true })]],
  ],
  [
    'a response has unlisted members',
    [[plain, 201, { ...told({ group: 'default', model_limits: {} }), success: true }]],
  ],
  ['a token has expired', [[plain, 200, told({ expires_at: 1_500_000_000 })]]],
  ['an unknown token is reported with status 200', [[unknown, 200, rejection('token not found')]]],
  ['an unknown token is reported with status 401', [[unknown, 401, rejection('token not found')]]],
  [
    'requests without a bearer token are rejected',
    [
      [nobody, 401, rejection('No Authorization header')],
      [basic, 401, rejection('Invalid Bearer token')],
    ],
  ],
  [
    'the totals change between both forms of the key',
    [
      [plain, 200, told()],
      [twin, 200, told({ total_used: 50, total_available: 50 })],
    ],
  ],
  [
    'the totals change between both forms of the key and keep changing',
    [
      [plain, 200, told()],
      [twin, 200, told({ total_used: 50, total_available: 50 })],
      [plain, 200, told({ total_used: 60, total_available: 40 })],
    ],
  ],
  ['the envelope has an unlisted member `success`', [[plain, 200, { ...told(), success: false }]]],
  [
    'the model limits have another order',
    [
      [plain, 200, told({ model_limits: { a: true, b: false } })],
      [twin, 200, told({ model_limits: { b: false, a: true } })],
    ],
  ],
  [
    'the target is busy',
    [
      [nobody, 429, {}],
      [basic, 503, ''],
      [plain, 502, '<html>'],
    ].map(([request, status, body]) => [request, status, body] as Answer),
  ],
  ['the key was deleted during the run', [[plain, 200, rejection('token not found')]]],
])('no requirement fails if %s', (_, answers) => {
  expect(reaching('fail', ...answers).filter((id) => !id.startsWith('usage.error-'))).toEqual([])
})

test.each<[string, Answer[]]>([
  ['reply-code', [[plain, 200, { ...told(), code: 'true' }]]],
  ['reply-message', [[plain, 200, { ...told(), message: '' }]]],
  ['reply-data', [[plain, 200, { code: true, message: 'ok' }]]],
  ['reply-name', [[plain, 200, told({ name: null })]]],
  ['reply-model-limits', [[plain, 200, told({ model_limits: [] })]]],
  ['reply-model-limits-values', [[plain, 200, told({ model_limits: { a: 1 } })]]],
  ['reply-expires-at', [[plain, 200, told({ expires_at: '0' })]]],
  ['expires-at-in-seconds', [[plain, 200, told({ expires_at: -1 })]]],
  ['expires-at-in-seconds', [[plain, 200, told({ expires_at: 1_900_000_000_000 })]]],
  ['totals-add-up', [[plain, 200, told({ total_granted: 101 })]]],
  ['reply-envelope', [[plain, 200, rejection('database error')]]],
  ['reply-parses', [[plain, 200, '<html>']]],
  [
    'missing-credential-status',
    [
      [plain, 200, told()],
      [nobody, 403, rejection('No Authorization header')],
    ],
  ],
  [
    'plain-request-accepted',
    [plain, nobody, basic, unknown].map((request) => [request, 404, rejection('no such page')] as Answer),
  ],
  [
    'missing-credential-status',
    [
      [nobody, 500, rejection('database error')],
      [plain, 200, told()],
      [nobody, 500, rejection('database error')],
    ],
  ],
  ['reply-envelope', [[plain, 200, { error: { message: 'database error' } }]]],
  ['error-message', [[nobody, 401, { success: false, message: ['No Authorization header'] }]]],
  ['error-object', [[nobody, 401, ['No Authorization header']]]],
  ['missing-credential-message', [[nobody, 401, rejection('no token')]]],
  [
    'not-bearer-status',
    [
      [plain, 200, told()],
      [basic, 200, rejection('Invalid Bearer token')],
    ],
  ],
  ['not-bearer-message', [[basic, 401, rejection('No Authorization header')]]],
  [
    'unknown-token-body',
    [
      [plain, 200, told()],
      [unknown, 401, rejection('Invalid token')],
    ],
  ],
  ['unknown-token-body', [[unknown, 200, told()]]],
  ['error-success', [[basic, 401, { success: true, message: 'Invalid Bearer token' }]]],
  ['error-message', [[unknown, 500, { success: false }]]],
  [
    'sk-prefix-accepted',
    [
      [plain, 200, told()],
      [twin, 200, rejection('token not found')],
    ],
  ],
  [
    'sk-prefix-same-data',
    [
      [plain, 200, told()],
      [twin, 200, told({ total_granted: 150, total_available: 110 })],
      [plain, 200, told()],
    ],
  ],
  [
    'sk-prefix-same-data',
    [
      [plain, 200, told()],
      [twin, 200, told({ name: 'another' })],
    ],
  ],
])('the defect for %s fails only that requirement', (id, answers) => {
  expect(reaching('fail', ...answers)).toEqual([`usage.${id}`])
})

const asleep = rejection('the database is asleep')

test.each<[string, Answer[], string[]]>([
  [
    'a list around the reply',
    [[plain, 200, [{ ...told({ name: null }), message: '' }]]],
    ['reply-object', 'reply-message', 'reply-name'],
  ],
  ['a list around figures', [[plain, 200, [told({ total_granted: 1 })]]], ['reply-object', 'totals-add-up']],
  ['a list of something else', [[plain, 200, [{ name: null }]]], ['reply-object']],
  ['a list of two replies', [[plain, 200, [told({ name: null }), told()]]], ['reply-object']],
  [
    'an error with status 200 and a rejection with another status',
    [
      [plain, 200, asleep],
      [nobody, 403, rejection('No Authorization header')],
      [basic, 401, rejection('Invalid Bearer token')],
    ],
    ['reply-envelope', 'missing-credential-status'],
  ],
  [
    'an error with status 200 and no rejection at all',
    [
      [nobody, 500, rejection('No Authorization header')],
      [plain, 200, asleep],
      [nobody, 500, rejection('No Authorization header')],
      [basic, 401, rejection('Invalid Bearer token')],
    ],
    ['reply-envelope', 'missing-credential-status'],
  ],
  [
    'an error with status 200, and with status 500 for the other form of the key',
    [
      [twin, 500, asleep],
      [plain, 200, asleep],
      [twin, 500, asleep],
    ],
    ['reply-envelope', 'sk-prefix-accepted'],
  ],
])('%s does not suppress other violations', (_, answers, ids) => {
  expect(reaching('fail', ...answers).sort()).toEqual(ids.map((id) => `usage.${id}`).sort())
})

test('the schemas name every requirement on shapes and figures', () => {
  const folder = new URL('../../../../schemas/token-usage/', import.meta.url)
  const text = ['token-reply.json', 'token-error.json', 'rules.ts']
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('\n')
  const named = new Set(text.match(/usage\.[a-z-]+(?=["'])/g))
  const requirements: readonly Requirement[] = suite.requirements
  const judged = requirements.filter(
    ({ id }) => /^usage\.(reply|error|totals|expires)/.test(id) && !/parses|content-type|utf-8/.test(id),
  )
  expect([...named].sort()).toEqual(judged.map(({ id }) => id).sort())
})

test.each(['token-usage/token-reply', 'token-usage/token-error'])('%s: its examples are valid', (name) => {
  for (const example of rootNode(name).schema['examples'] as readonly unknown[])
    expect(validate(name, example).violations).toEqual([])
})

test('a token usage request matches its operation and has an empty value', () => {
  expect(token.matches(token.write({}))).toBe(true)
  expect(token.read(token.write({}))).toEqual({})
  expect(token.matches({ ...plain, path: '/api/usage/tokens' })).toBe(false)
})

test('any response is judged without throwing', () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.constantFrom(plain, twin, unknown, basic, nobody),
      fc.constantFrom(200, 401, 500),
      (body, request, status) => {
        expect(reaching('error', [request, status, JSON.stringify(body)], [twin, 200, told()])).toEqual([])
      },
    ),
    { numRuns: 200 },
  )
})
