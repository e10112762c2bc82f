import { expect, test } from 'vitest'
import { exchangeWith, jsonResponse } from '../../core/model/exchange.fixture.ts'
import type { Exchange } from '../../core/model/exchange.ts'
import { catalogueOf } from '../../specification/catalogue.ts'
import { startJudge } from './index.ts'

const catalogue = catalogueOf(['token-usage'])

function withoutKey(id: string, status: number | null, ended: Exchange['ended'] = 'complete'): Exchange {
  const body = status === 401 ? { success: false, message: 'No Authorization header' } : ''
  const response = status === null ? null : jsonResponse(body, status)
  return exchangeWith({ id, request: { path: '/api/usage/token' }, response, ended })
}

const data = {
  object: 'token_usage',
  name: 'n',
  total_granted: 3,
  total_used: 1,
  total_available: 2,
  unlimited_quota: false,
  model_limits: {},
  model_limits_enabled: false,
  expires_at: 0,
}

/** The same request with the key. */
const served = exchangeWith({
  id: 'served',
  request: { path: '/api/usage/token', headers: [['authorization', 'Bearer «key:valid»']] },
  response: jsonResponse({ code: true, message: 'ok', data }),
})

function verdict(exchanges: readonly Exchange[]): string | undefined {
  const judge = startJudge(catalogue)
  for (const exchange of exchanges) judge.see(exchange)
  return judge.conclude().find(({ requirement }) => requirement.id === 'usage.missing-credential-status')?.verdict
}

test('a busy request gets the verdict of its last attempt, in any reading order', () => {
  const attempts = [served, withoutKey('a', 429), withoutKey('a~2', null, 'reset'), withoutKey('a~3', 401)]
  expect(verdict(attempts)).toBe('pass')
  expect(verdict([...attempts].reverse())).toBe('pass')
})

test('a request that stays busy is inconclusive', () => {
  expect(verdict([served, withoutKey('a', 429), withoutKey('a~2', 503)])).toBe('inconclusive')
})

test('a rejection is not tested if no request is accepted', () => {
  expect(verdict([withoutKey('a', 429), withoutKey('a~2', 503)])).toBe('untested')
})

test('a request cancelled by the client is not judged', () => {
  expect(verdict([withoutKey('a', null, 'cancelled')])).toBe('untested')
})
