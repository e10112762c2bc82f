import { expect, test } from 'vitest'
import { exchangeWith, jsonResponse } from '../../../../core/model/exchange.fixture.ts'
import type { Exchange, RecordedRequest } from '../../../../core/model/exchange.ts'
import { stepsOf } from '../../../../core/model/steps.fixture.ts'
import { endpoints } from '../../../../core/model/vocabulary.ts'
import { startJudge } from '../../../../engine/judge/index.ts'
import { catalogue } from '../../../catalogue.ts'
import { speechProbe } from './speech.ts'

const probe = speechProbe({ voice: 'a-voice', languageCode: 'en-US' })

function asked(): readonly RecordedRequest[] {
  const steps = stepsOf(probe, { seed: 1, profile: 'standard', operations: endpoints })
  const requests: RecordedRequest[] = []
  for (let step = steps.next(); step.done !== true; step = steps.next([])) requests.push(...step.value)
  return requests
}

const spoken = {
  candidates: [{ content: { role: 'model', parts: [{ inlineData: { mimeType: 'audio/wav', data: 'AAAA' } }] } }],
}
const rejection = { error: { code: 400, message: 'no', status: 'INVALID_ARGUMENT' } }

function verdict(aim: string, ...statuses: readonly number[]): string | undefined {
  const judge = startJudge(catalogue)
  for (const [index, request] of asked().entries()) judge.see(answered(request, `speech/${index}`, statuses[index]!))
  return judge.conclude().find(({ requirement }) => requirement.id === aim)?.verdict
}

function answered(request: RecordedRequest, id: string, status: number): Exchange {
  return exchangeWith({ id, request, response: jsonResponse(status === 200 ? spoken : rejection, status) })
}

test('an unsupported language is judged only if speech in a listed language is accepted', () => {
  expect(asked()).toHaveLength(probe.requests)
  const unsupported = 'content.language-code-unsupported-rejected'
  expect(verdict(unsupported, 200, 200, 400)).toBe('pass')
  expect(verdict(unsupported, 200, 200, 200)).toBe('fail')
  expect(verdict(unsupported, 400, 400, 400)).toBe('untested')
})

test('speech must be accepted, and a listed language must be accepted if speech is', () => {
  expect(verdict('content.speech-served', 200, 400, 400)).toBe('pass')
  expect(verdict('content.speech-served', 400, 400, 400)).toBe('fail')
  expect(verdict('content.speech-served', 503, 503, 503)).toBe('untested')
  expect(verdict('content.speech-language-served', 200, 200, 400)).toBe('pass')
  expect(verdict('content.speech-language-served', 200, 400, 400)).toBe('fail')
  expect(verdict('content.speech-language-served', 400, 400, 400)).toBe('untested')
})
