import { expect, test } from 'vitest'
import { exchangeWith, jsonResponse } from '../../../../core/model/exchange.fixture.ts'
import type { Exchange, RecordedRequest } from '../../../../core/model/exchange.ts'
import { stepsOf } from '../../../../core/model/steps.fixture.ts'
import { endpoints } from '../../../../core/model/vocabulary.ts'
import { startJudge } from '../../../../engine/judge/index.ts'
import { catalogue } from '../../../catalogue.ts'
import { betaProbe } from './betas.ts'

const probe = betaProbe(['one', 'two'])

function asked(): readonly RecordedRequest[] {
  const steps = stepsOf(probe, { seed: 1, profile: 'standard', operations: endpoints })
  const first = steps.next()
  return first.done === true ? [] : first.value
}

function answered(request: RecordedRequest, id: string, status: number): Exchange {
  const body = { type: 'error', error: { type: 'invalid_request_error' } }
  return exchangeWith({ id, request, response: jsonResponse(body, status) })
}

function verdict(...statuses: readonly number[]): string | undefined {
  const judge = startJudge(catalogue)
  for (const [index, request] of asked().entries()) judge.see(answered(request, `betas/${index}`, statuses[index]!))
  return judge.conclude().find(({ requirement }) => requirement.id === 'messages.beta-forms-agree')?.verdict
}

test('beta features are sent as a list and as two headers in otherwise identical requests', () => {
  const values = asked().map(({ headers }) =>
    headers.filter(([name]) => name === 'provider-beta').map(([, value]) => value),
  )
  expect(values).toEqual([['one,two'], ['one', 'two']])
  expect(new Set(asked().map(({ body }) => Buffer.from(body).toString())).size).toBe(1)
  expect(asked()).toHaveLength(probe.requests)
})

test('the requirement of the probe compares the outcomes of both forms', () => {
  expect(probe.aims).toEqual(['messages.beta-forms-agree'])
  expect(verdict(400, 400)).toBe('pass')
  expect(verdict(400, 404)).toBe('fail')
})
