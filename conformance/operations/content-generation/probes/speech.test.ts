import { expect, test } from 'vitest'
import { catalogue } from '../../../catalogue.ts'
import { startJudge } from '../../../judge/index.ts'
import { exchangeWith, jsonResponse } from '../../../model/exchange.golden.ts'
import type { Exchange, RecordedRequest } from '../../../model/exchange.ts'
import { speechProbe } from './speech.ts'

const probe = speechProbe({ voice: 'a-voice', languageCode: 'en-US' })

function asked(): readonly RecordedRequest[] {
  const steps = probe.steps({ seed: 1, profile: 'standard' })
  const requests: RecordedRequest[] = []
  for (let step = steps.next(); step.done !== true; step = steps.next([])) requests.push(...step.value)
  return requests
}

const spoken = {
  candidates: [{ content: { role: 'model', parts: [{ inlineData: { mimeType: 'audio/wav', data: 'AAAA' } }] } }],
}
const refusal = { error: { code: 400, message: 'no', status: 'INVALID_ARGUMENT' } }

function verdict(...statuses: readonly number[]): string | undefined {
  const judge = startJudge(catalogue)
  for (const [index, request] of asked().entries()) judge.see(answered(request, `speech/${index}`, statuses[index]!))
  return judge.conclude().find(({ requirement }) => requirement.id === probe.aims[0])?.verdict
}

function answered(request: RecordedRequest, id: string, status: number): Exchange {
  return exchangeWith({ id, request, response: jsonResponse(status === 200 ? spoken : refusal, status) })
}

test('a language that is not listed is judged beside the same speech in one that is', () => {
  expect(asked()).toHaveLength(probe.requests)
  expect(verdict(200, 400)).toBe('pass')
  expect(verdict(200, 200)).toBe('fail')
  expect(verdict(400, 400)).toBe('untested')
})
