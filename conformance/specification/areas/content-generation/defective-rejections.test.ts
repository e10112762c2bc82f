import { expect, test } from 'vitest'
import type { Exchange } from '../../../core/model/exchange.ts'
import { stepsOf } from '../../../core/model/steps.fixture.ts'
import { endpoints } from '../../../core/model/vocabulary.ts'
import { observe } from '../../../engine/judge/index.ts'
import { answer, brokenBy, exchange, noContents, rejection, reply } from './exchange.fixture.ts'
import suite from './index.ts'
import { generateContent } from './operations.ts'
import { plain } from './templates/turns.ts'

const defects: readonly (readonly [string, readonly string[], Exchange])[] = [
  [
    '422 for an invalid request',
    ['content.broken-rule-invalid-argument'],
    reply(noContents, { error: { code: 422, message: 'no', status: 'INVALID_ARGUMENT' } }, 422),
  ],
  [
    'an unlisted error status for 400',
    ['content.broken-rule-invalid-argument', 'content.error-400-word'],
    reply(noContents, { error: { ...rejection.error, status: 'BAD' } }, 400),
  ],
  [
    'a code that is not the status',
    ['content.error-code-equals-status'],
    reply(noContents, { error: { ...rejection.error, code: 401 } }, 400),
  ],
  [
    'a code that is a word',
    ['content.error-code'],
    reply(noContents, { error: { ...rejection.error, code: 'http_error' } }, 400),
  ],
  ['an error of another dialect', ['content.error-object'], reply(noContents, { detail: [] }, 400)],
  [
    'a field violation without description',
    ['content.error-field-violation-members'],
    reply(noContents, { error: { ...rejection.error, details: [{ fieldViolations: [{ field: 'contents' }] }] } }, 400),
  ],
  ['HTML in a 400', ['content.error-json'], exchange(generateContent, noContents, 400, [], '<html>')],
  [
    'a wrong error status for 503',
    ['content.error-503-word'],
    reply(plain, { error: { code: 503, message: 'no', status: 'BUSY' } }, 503),
  ],
  [
    '400 for an unknown model',
    ['content.unknown-model-not-found'],
    reply({ ...plain, path: { model: 'no-such-model' } }, rejection, 400),
  ],
]

test.each(defects)('%s violates only %j', (_, ids, told) => {
  expect(brokenBy(observe(suite.operations, told))).toEqual([...ids].sort())
})

test.each(['missing', 'invalid'] as const)('a request with a key that is %s must get status 401', (kind) => {
  const probe = suite.probes.find(({ id }) => id === 'content.generate.credentials')!
  const batch = stepsOf(probe, { seed: 1, profile: 'smoke', operations: endpoints }).next().value!
  const request = batch[kind === 'missing' ? 0 : 1]!
  const told = (status: number, word: string) => ({
    ...reply(plain, { error: { code: status, message: 'no', status: word } }, status),
    request,
  })
  expect(brokenBy(observe(suite.operations, told(401, 'UNAUTHENTICATED')))).toEqual([])
  expect(brokenBy(observe(suite.operations, told(400, 'INVALID_ARGUMENT')))).toEqual([
    `content.${kind}-key-unauthenticated`,
  ])
  expect(brokenBy(observe(suite.operations, { ...reply(plain, answer({ text: 'a' })), request }))).toEqual([
    `content.${kind}-key-unauthenticated`,
  ])
})
