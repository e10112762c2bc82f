import { expect, test } from 'vitest'
import { catalogueOf } from '../catalogue.ts'
import { exchangeWith, jsonResponse } from '../model/exchange.golden.ts'
import type { Exchange } from '../model/exchange.ts'
import { startJudge } from './index.ts'

const catalogue = catalogueOf(['token-usage'])

function withoutKey(id: string, status: number | null, ended: Exchange['ended'] = 'complete'): Exchange {
  const body = status === 401 ? { success: false, message: 'No Authorization header' } : ''
  const response = status === null ? null : jsonResponse(body, status)
  return exchangeWith({ id, request: { path: '/api/usage/token' }, response, ended })
}

function verdict(exchanges: readonly Exchange[]): string | undefined {
  const judge = startJudge(catalogue)
  for (const exchange of exchanges) judge.see(exchange)
  return judge.conclude().find(({ requirement }) => requirement.id === 'usage.missing-credential-message')?.verdict
}

test('what was busy at first counts as what it came to in the end, in whatever order it is read', () => {
  const attempts = [withoutKey('a', 429), withoutKey('a~2', null, 'reset'), withoutKey('a~3', 401)]
  expect(verdict(attempts)).toBe('pass')
  expect(verdict([...attempts].reverse())).toBe('pass')
})

test('what stayed busy stays open', () => {
  expect(verdict([withoutKey('a', 429), withoutKey('a~2', 503)])).toBe('inconclusive')
})

test('what this side broke off is not judged', () => {
  expect(verdict([withoutKey('a', null, 'cancelled')])).toBe('untested')
})
