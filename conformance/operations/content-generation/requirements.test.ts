import fc from 'fast-check'
import { expect, test } from 'vitest'
import { observe } from '../../judge/index.ts'
import type { Exchange, HeaderLine } from '../../model/exchange.ts'
import type { RequestValue } from '../../model/operation.ts'
import type { Requirement } from '../../model/requirement.ts'
import suite from './index.ts'
import { generateContent, streamContent } from './operations.ts'
import { call, jsonObject } from './probes/answers.ts'
import { ask, question } from './templates/build.ts'
import { enumMember, json } from './templates/output.ts'
import { functions } from './templates/tools.ts'
import { plain } from './templates/turns.ts'

type Operation = typeof generateContent

const everything = ['request-headers', 'request-body', 'response-headers', 'response-body', 'chunks', 'timing'] as const

function exchange(operation: Operation, value: RequestValue, status: number, headers: readonly HeaderLine[], body: string | Uint8Array): Exchange {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  return {
    id: 'x',
    source: 'runner',
    captured: everything,
    startedAt: 0,
    durationMs: 1,
    request: operation.write(value),
    response: { status, headers, chunks: [{ at: 1, bytes }] },
    ended: 'complete',
  }
}

function reply(value: RequestValue, body: unknown, status = 200): Exchange {
  return exchange(generateContent, value, status, [['content-type', 'application/json']], JSON.stringify(body))
}

function stream(text: string, type = 'text/event-stream'): Exchange {
  return exchange(streamContent, plain, 200, [['content-type', type]], text)
}

/** The ids of all requirements that an exchange breaks, those that only observe aside. */
function broken(told: Exchange): readonly string[] {
  const seen = observe(suite.operations, told)!
  const requirements: readonly Requirement[] = suite.requirements
  return requirements
    .filter(({ level, endpoint, alsoOn }) => level !== 'unspecified' && [endpoint, ...(alsoOn ?? [])].includes(seen.operation.id))
    .filter((one) => one.kind === 'exchange' && one.appliesTo(seen) && [...one.check(seen)].length > 0)
    .map(({ id }) => id)
    .sort()
}

function answer(...parts: readonly unknown[]): unknown {
  return { candidates: [{ content: { parts, role: 'model' }, finishReason: 'STOP', index: 0 }] }
}

function candidate(members: Readonly<Record<string, unknown>>): unknown {
  return { candidates: [{ content: { parts: [{ text: 'Blue.' }], role: 'model' }, ...members }] }
}

function callOf(name: string, args?: unknown): unknown {
  return answer({ functionCall: { name, ...(args === undefined ? {} : { args }) } })
}

const refusal = { error: { code: 400, message: 'no', status: 'INVALID_ARGUMENT' } }
const noContents = ask({})
const limited = question('Name a color.', { generationConfig: { maxOutputTokens: 16 } })
const two = question('Name a color.', { generationConfig: { candidateCount: 2 } })
const none = ask({
  ...(functions.body as object),
  toolConfig: { functionCallingConfig: { mode: 'NONE' } },
})
const cutJson = question('Name a color.', { generationConfig: { responseMimeType: 'application/json', stopSequences: ['a'] } })

const legal: readonly (readonly [string, Exchange])[] = [
  ['no candidates but a block reason', reply(plain, { promptFeedback: { blockReason: 'SAFETY' } })],
  ['a candidate without content', reply(plain, { candidates: [{ finishReason: 'SAFETY' }] })],
  ['null for whatever may be absent', reply(plain, { candidates: [{ content: null, finishReason: null, index: null }], usageMetadata: null })],
  ['an empty list of candidates', reply(plain, { candidates: [] })],
  ['an empty content, and one without role', reply(two, { candidates: [{ content: {} }, { content: { parts: [{ text: 'a' }] } }] })],
  ['unknown members everywhere', reply(plain, { ...(answer({ text: 'a', thought_signature: 'b' }) as object), create_time: 1 })],
  ['a status of 201', reply(plain, answer({ text: 'a' }), 201)],
  ['an outcome spelled OK', reply(plain, answer({ executableCode: { language: 'PYTHON', code: '' } }, { codeExecutionResult: { outcome: 'OK' } }))],
  ['a whole number written as 1.0', exchange(generateContent, plain, 200, [['content-type', 'application/json']], '{"candidates":[{"index":1.0}]}')],
  ['user data in snake_case', reply(call, callOf('get_weather', { city: 'Oslo', mime_type: 'a' }))],
  ['a cut answer instead of a call', reply(call, { candidates: [{ finishReason: 'MAX_TOKENS' }] })],
  ['half a JSON text that was cut', reply(json, { candidates: [{ content: { parts: [{ text: '{"a' }] }, finishReason: 'MAX_TOKENS' }] })],
  ['half a JSON text that a stop sequence may have cut', reply(cutJson, answer({ text: '{"a' }))],
  ['thoughts beside JSON', reply(json, answer({ text: 'Let me think.', thought: true }, { text: '"seven"' }))],
  ['an enum member with a line end', reply(enumMember, answer({ text: 'apple\n' }))],
  ['an error without details', reply(noContents, refusal, 400)],
  ['an error with null details', reply(noContents, { error: { ...refusal.error, details: null } }, 400)],
  ['a gateway page in a 502', exchange(generateContent, plain, 502, [['content-type', 'text/html']], '<html>')],
  ['a status that section 7 does not list with any word', reply(plain, { error: { code: 1, message: 'no', status: 'TEAPOT' } }, 418)],
  ['a stream with CRLF, comments, names and no space', stream(': hi\r\n\r\nevent: x\r\ndata:{"candidates":[]}\r\n\r\n')],
  ['a stream that ends in [DONE]', stream('data: {"candidates":[]}\n\ndata: [DONE]\n\n')],
  ['a stream with usage in an event of its own', stream('data: {"candidates":[]}\n\ndata: {"usageMetadata":{"totalTokenCount":3}}\n\n')],
]

test.each(legal)('%s breaks nothing', (_, told) => {
  expect(broken(told)).toEqual([])
})

const defects: readonly (readonly [string, readonly string[], Exchange])[] = [
  ['an error in a 200', ['content.reply-recognised'], reply(plain, refusal)],
  ['a list as a reply', ['content.reply-object'], reply(plain, [])],
  ['HTML in a 200', ['content.reply-content-type', 'content.reply-json'], exchange(generateContent, plain, 200, [['content-type', 'text/html']], '<html>')],
  ['candidates as an object', ['content.reply-candidates'], reply(plain, { candidates: {} })],
  ['a finish reason of another dialect', ['content.reply-finish-reason'], reply(plain, candidate({ finishReason: 'stop' }))],
  ['a negative count', ['content.reply-token-counts'], reply(plain, { candidates: [], usageMetadata: { totalTokenCount: -1 } })],
  ['a count as a string', ['content.reply-token-counts'], reply(plain, { candidates: [], usageMetadata: { totalTokenCount: '3' } })],
  ['an index as a string', ['content.reply-index'], reply(plain, candidate({ index: '0' }))],
  ['parts that are no list', ['content.reply-content'], reply(plain, { candidates: [{ content: { parts: {} } }] })],
  ['text that is no string', ['content.reply-text'], reply(plain, answer({ text: 7 }))],
  ['a call without a name', ['content.reply-function-call'], reply(call, answer({ functionCall: { args: {} } }))],
  ['a call whose args are a string', ['content.reply-function-call', 'content.call-args-fit-parameters'], reply(call, callOf('get_weather', '{"city":"Oslo"}'))],
  ['a score beyond 1', ['content.grounding-scores'], reply(plain, candidate({ groundingMetadata: { groundingSupports: [{ confidenceScores: [1.5] }] } }))],
  ['a range that ends before it starts', ['content.end-index-not-before-start'], reply(plain, candidate({ citationMetadata: { citationSources: [{ startIndex: 3, endIndex: 2 }] } }))],
  ['fields in snake_case', ['content.reply-camel-case'], reply(plain, candidate({ finish_reason: 'STOP' }))],
  ['a role of user', ['content.candidate-role-model'], reply(plain, { candidates: [{ content: { parts: [], role: 'user' } }] })],
  ['one candidate of two', ['content.candidate-count'], reply(two, answer({ text: 'a' }))],
  ['the same index twice', ['content.candidate-indexes-distinct'], reply(two, { candidates: [{ index: 0 }, { index: 0 }] })],
  ['more tokens than asked for', ['content.max-output-tokens-kept'], reply(limited, { candidates: [{}], usageMetadata: { candidatesTokenCount: 17 } })],
  ['a call in spite of NONE', ['content.mode-none-calls-nothing'], reply(none, callOf('get_weather'))],
  ['no call in spite of ANY', ['content.mode-any-calls-a-function'], reply(call, answer({ text: 'Sunny.' }))],
  ['a call of what is not allowed', ['content.called-function-allowed'], reply(call, callOf('get_time'))],
  ['args that lack a required one', ['content.call-args-fit-parameters'], reply(call, callOf('get_weather', {}))],
  ['prose in JSON mode', ['content.json-mode-parses'], reply(json, answer({ text: 'It has seven days.' }))],
  ['JSON of another shape', ['content.json-mode-fits-schema'], reply(jsonObject, answer({ text: '{"label":"tiny","fruits":[],"count":0}' }))],
  ['a word beside the enum', ['content.enum-mode-member'], reply(enumMember, answer({ text: 'The apple.' }))],
  ['ascending log probabilities', ['content.top-candidates-descending'], reply(plain, candidate({ logprobsResult: { topCandidates: [{ candidates: [{ logProbability: -2 }, { logProbability: -1 }] }] } }))],
  ['fewer chosen than steps', ['content.chosen-candidates-length'], reply(plain, candidate({ logprobsResult: { topCandidates: [{}], chosenCandidates: [] } }))],
  ['a result before its code', ['content.code-before-result'], reply(plain, answer({ codeExecutionResult: { outcome: 'OUTCOME_OK' } }, { executableCode: { language: 'PYTHON', code: '' } }))],
  ['422 for a broken rule', ['content.broken-rule-invalid-argument'], reply(noContents, { error: { code: 422, message: 'no', status: 'INVALID_ARGUMENT' } }, 422)],
  ['another word for 400', ['content.broken-rule-invalid-argument', 'content.error-400-word'], reply(noContents, { error: { ...refusal.error, status: 'BAD' } }, 400)],
  ['a code that is not the status', ['content.error-code-equals-status'], reply(noContents, { error: { ...refusal.error, code: 401 } }, 400)],
  ['a code that is a word', ['content.error-code'], reply(noContents, { error: { ...refusal.error, code: 'http_error' } }, 400)],
  ['an error of another dialect', ['content.error-object'], reply(noContents, { detail: [] }, 400)],
  ['a field violation without description', ['content.error-field-violation-members'], reply(noContents, { error: { ...refusal.error, details: [{ fieldViolations: [{ field: 'a' }] }] } }, 400)],
  ['HTML in a 400', ['content.error-json'], exchange(generateContent, noContents, 400, [], '<html>')],
  ['an overload with a wrong word', ['content.error-503-word'], reply(plain, { error: { code: 503, message: 'no', status: 'BUSY' } }, 503)],
  ['400 for an unknown model', ['content.unknown-model-not-found'], reply({ ...plain, path: { model: 'no-such-model' } }, refusal, 400)],
  ['JSON instead of a stream', ['content.stream-content-type', 'content.stream-events'], stream('{"candidates":[]}', 'application/json')],
  ['a stream that ends inside an event', ['content.stream-terminated'], stream('data: {"candidates":[]}\n\ndata: {}')],
  ['a payload that is cut', ['content.stream-payload-json'], stream('data: {"candidates":[]}\n\ndata: {"cand\n\n')],
  ['[DONE] in the middle', ['content.stream-payload-json'], stream('data: [DONE]\n\ndata: {"candidates":[]}\n\n')],
  ['an event of another shape', ['content.stream-partial-reply'], stream('data: {"candidates":[{"finishReason":"stop"}]}\n\n')],
  ['events that say nothing', ['content.stream-recognised'], stream('data: {"id":"a"}\n\n')],
]

test.each(defects)('%s breaks just %j', (_, ids, told) => {
  expect(broken(told)).toEqual([...ids].sort())
})

test('bytes that are not UTF-8 break a stream', () => {
  const bytes = new Uint8Array([...new TextEncoder().encode('data: {"candidates":[]}\n\n: '), 0xff, 0x0a, 0x0a])
  const told = exchange(streamContent, plain, 200, [['content-type', 'text/event-stream']], bytes)
  expect(broken(told)).toEqual(['content.stream-utf8'])
})

test.each(['missing', 'invalid'] as const)('a %s key is refused with 401', (kind) => {
  const probe = suite.probes.find(({ id }) => id === 'content.generate.credentials')!
  const batch = [...probe.steps({ seed: 1, profile: 'smoke' })][0]!
  const request = batch[kind === 'missing' ? 0 : 1]!
  const told = (status: number, word: string) => ({
    ...reply(plain, { error: { code: status, message: 'no', status: word } }, status),
    request,
  })
  expect(broken(told(401, 'UNAUTHENTICATED'))).toEqual([])
  expect(broken(told(400, 'INVALID_ARGUMENT'))).toEqual([`content.${kind}-key-unauthenticated`])
  expect(broken({ ...reply(plain, answer({ text: 'a' })), request })).toEqual([`content.${kind}-key-unauthenticated`])
})

test('a word of another request in a reply, even in pieces, is found', () => {
  const mixed = suite.requirements.find(({ id }) => id === 'content.replies-do-not-mix')!
  if (mixed.kind !== 'transcript') throw new Error('it speaks over a run')
  const probe = suite.probes.find(({ id }) => id === 'content.stream.at-once')!
  const [first, second] = [...probe.steps({ seed: 7, profile: 'standard' })][0]!
  const said = (request: Exchange['request'], pieces: readonly string[]) => {
    const events = pieces.map((text) => `data: ${JSON.stringify({ candidates: [{ content: { parts: [{ text }] } }] })}\n\n`)
    return mixed.collect(observe(suite.operations, { ...stream(events.join('')), request })!)!
  }
  const word = /nonce-[0-9a-f]{16}/.exec(new TextDecoder().decode(first!.body))![0]
  const own = { exchange: 'a', fact: said(first!, [word.slice(0, 8), word.slice(8)]) }
  expect([...mixed.check([own, { exchange: 'b', fact: said(second!, ['none']) }])]).toEqual([])
  const other = { exchange: 'b', fact: said(second!, [word.slice(0, 9), word.slice(9)]) }
  expect([...mixed.check([own, other])]).toMatchObject([{ exchange: 'b', actual: word }])
})

test('every check is total: any bytes as a reply to any request', () => {
  const bytes = fc.oneof(fc.uint8Array(), fc.json().map((text) => new TextEncoder().encode(text)), streams)
  const statuses = fc.constantFrom(200, 400, 401, 404, 500, 503)
  const types = fc.constantFrom('application/json', 'text/event-stream')
  fc.assert(
    fc.property(fc.jsonValue(), bytes, statuses, types, fc.constantFrom(...suite.operations), (body, answered, status, type, operation) => {
      expect(() => broken(exchange(operation, ask(body), status, [['content-type', type]], answered))).not.toThrow()
    }),
    { numRuns: 300 },
  )
})

const streams: fc.Arbitrary<Uint8Array> = fc.array(fc.jsonValue()).map((values) => {
  return new TextEncoder().encode(values.map((value) => `data: ${JSON.stringify({ candidates: value })}\n\n`).join(''))
})
