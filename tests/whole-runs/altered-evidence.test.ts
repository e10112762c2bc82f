import { beforeAll, expect, test } from 'vitest'
import type { Exchange } from '../../conformance/core/model/exchange.ts'
import type { Report } from '../../conformance/core/model/report.ts'
import type { Endpoint } from '../../conformance/core/model/vocabulary.ts'
import { wholeBody } from '../../conformance/core/model/whole-body.ts'
import { observe, startJudge, summarize } from '../../conformance/engine/judge/index.ts'
import { catalogue } from '../../conformance/specification/catalogue.ts'
import { specification } from '../../conformance/specification/traceability/specification.ts'
import { startReferenceServer } from '../../reference-server/index.ts'
import { type RecordedRun, recordedRun } from '../recorded-run.ts'

/** A standard run against the reference server. Each test alters it and judges it again. */
let clean: RecordedRun
beforeAll(async () => {
  const server = await startReferenceServer()
  clean = await recordedRun({ url: server.url }).finally(() => server.close())
})

function reportOf(altered: (exchange: Exchange) => readonly Exchange[]): Report {
  const judge = startJudge(catalogue)
  for (const exchange of clean.exchanges) for (const one of altered(exchange)) judge.see(one)
  return summarize(judge.conclude(), {
    seed: 1,
    profile: 'standard',
    strict: false,
    source: 'runner',
    startedAt: '',
    durationMs: 0,
    limits: [],
    tool: { name: 'test', version: '0' },
    target: { url: '', embedded: false },
    specification,
    aims: new Set([...clean.plan.aims].filter((key) => !isOnlyConfigured(key))),
    exclusion: () => undefined,
    requests: clean.exchanges.length,
    billed: { calls: 0, images: 0 },
    evidence: new Map(),
    commands: new Map(),
    intermittent: new Set(),
    shrunk: new Map(),
  })
}

/** Returns whether a result needs beta features or a voice in the configuration. */
function isOnlyConfigured(key: string): boolean {
  return /^(messages\.beta-forms-agree|content\.speech)/.test(key)
}

function verdictOn(operation: Endpoint, { operations }: Report): string | undefined {
  return operations.find((one) => one.operation === operation)?.verdict
}

test('as it came, it is conforming', () => {
  expect(reportOf((exchange) => [exchange]).summary).toMatchObject({ verdict: 'conforming' })
})

const content = ['content.generate', 'content.stream'] as const
const messages = ['messages.create', 'messages.stream'] as const

test.each([404, 405, 413])('where every broken rule is answered %i, nothing of it is conforming', (status) => {
  const report = reportOf((exchange) => (isRejection(exchange) ? repeated(withStatus(exchange, status)) : [exchange]))
  expect(report.summary.verdict).toBe('nonconforming')
  for (const operation of content) expect(verdictOn(operation, report)).toBe('nonconforming')
  for (const operation of messages) expect(isWarned(operation, report), operation).toBe(true)
})

test.each<[string, (exchange: Exchange) => readonly Exchange[]]>([
  ['answered 500 each time', (exchange) => repeated(withStatus(exchange, 500))],
  ['never answered', (exchange) => repeated({ ...exchange, response: null, ended: 'timeout' })],
])('where every broken rule is %s, nothing of it is conforming', (_, rejected) => {
  const report = reportOf((exchange) => (isRejection(exchange) ? rejected(exchange) : [exchange]))
  expect(report.summary.verdict).toBe('nonconforming')
  for (const operation of [...content, ...messages]) expect(verdictOn(operation, report)).toBe('nonconforming')
})

test('where every broken rule of a stream is answered 200 with an error event, no stream is conforming', () => {
  const report = reportOf((exchange) => [isRejection(exchange) ? asErrorEvent(exchange) : exchange])
  expect(report.summary.verdict).toBe('nonconforming')
  for (const operation of [...content, ...messages]) expect(verdictOn(operation, report)).toBe('nonconforming')
})

/** A change of a content-generation reply or message that violates nothing stated. */
type Change = (members: Record<string, unknown>) => unknown

const odd = ['text', ['a list'], { '@type': 7, reason: ['r'] }]

test.each<[string, RegExp, Change]>([
  ['any values in error.details', /^content/, (body) => inError(body, { details: odd })],
  [
    'field violations whose members have other types',
    /^content/,
    (body) => inError(body, { details: [{ '@type': 7, fieldViolations: [{ field: 7, description: [] }] }] }),
  ],
  [
    'grounding whose members have other types',
    /^content/,
    (body) => inCandidates(body, { groundingMetadata: grounding }),
  ],
  [
    'retrieved addresses of another type',
    /^content/,
    (body) => inCandidates(body, { urlRetrievalMetadata: { urlRetrievalContexts: [{ retrievedUrl: 7 }] } }),
  ],
  ['results of code that come twice', /^content/, withResultsTwice],
  ['an unlisted success beside the figures', /^usage/, (body) => ('data' in body ? { ...body, success: false } : body)],
  ['base64 without its padding', /^images/, (body) => inImages(body, (text) => text.replace(/=+$/, ''))],
  ['base64 in the alphabet of URLs', /^images/, (body) => inImages(body, inUrlAlphabet)],
  ['members that nobody lists', /./, (body) => ({ ...body, extra: { of: 'a vendor' } })],
])('%s are nothing that the specification rules out', (_, operations, change) => {
  const report = reportOf((exchange) => [
    operations.test(operationOf(exchange)) ? withJson(exchange, change) : exchange,
  ])
  expect(failedIn(report)).toEqual([])
  expect(report.summary.verdict).toBe('conforming')
})

test('log probabilities that no double holds are numbers all the same', () => {
  const report = reportOf((exchange) => [
    withText(exchange, (text) => text.replaceAll(/("logProbability": ?)-?[\d.]+/g, '$1-1e400')),
  ])
  expect(failedIn(report)).toEqual([])
  expect(report.summary.verdict).toBe('conforming')
})

test.each<[string, Endpoint, string]>([
  ['a payload that is no JSON, in every content stream', 'content.stream', 'data: keep-alive\n\n'],
  [
    'an event of an unlisted type with a member error, in every messages stream',
    'messages.stream',
    'event: vendor_state\ndata: {"type":"vendor_state","error":{"type":"none","message":"m","code":"c"}}\n\n',
  ],
])('%s leaves nothing open and breaks nothing that is stated', (_, operation, event) => {
  const report = reportOf((exchange) => [operationOf(exchange) === operation ? afterFirst(exchange, event) : exchange])
  expect(failedIn(report)).toEqual([])
  expect(report.summary).toMatchObject({ verdict: 'conforming' })
})

const grounding = {
  groundingChunks: [{ web: { uri: 7, title: [] } }],
  groundingSupports: [{ segment: { partIndex: 'first', text: 7 } }],
}

function failedIn({ requirements }: Report): readonly string[] {
  return requirements.flatMap(({ id, operations }) =>
    operations
      .filter(({ verdict }) => verdict === 'fail')
      .map(({ operation, reason }) => `${id}@${operation}: ${reason}`),
  )
}

function isWarned(operation: Endpoint, { requirements }: Report): boolean {
  return requirements.some(({ operations }) =>
    operations.some((one) => one.operation === operation && (one.verdict === 'warn' || one.verdict === 'fail')),
  )
}

function operationOf(exchange: Exchange): string {
  return observe(catalogue.operations, exchange)?.operation.id ?? ''
}

/**
 * Returns whether a response is a rejection. The reference server answers every broken rule with 400, and uses 400 for
 * nothing else.
 */
function isRejection({ response }: Exchange): boolean {
  return response?.status === 400
}

function withStatus(exchange: Exchange, status: number): Exchange {
  return exchange.response === null ? exchange : { ...exchange, response: { ...exchange.response, status } }
}

/** Returns the exchange as one attempt at the start of the run and three in a row at its end. */
function repeated(exchange: Exchange): readonly Exchange[] {
  const again = [2, 3, 4].map((attempt) => ({
    ...exchange,
    id: `${exchange.id}~${attempt}`,
    startedAt: exchange.startedAt + 60_000 + attempt / 1000,
  }))
  return [{ ...exchange, startedAt: 0 }, ...again]
}

function asErrorEvent(exchange: Exchange): Exchange {
  const operation = operationOf(exchange)
  if (!operation.endsWith('.stream')) return withStatus(exchange, 200)
  const body = Buffer.from(bodyOf(exchange)).toString()
  const data = operation === 'messages.stream' ? `{"type":"error",${body.slice(1)}` : body
  return withBody(withStatus(exchange, 200), `event: error\ndata: ${data}\n\n`, 'text/event-stream')
}

function withJson(exchange: Exchange, change: Change): Exchange {
  const text = Buffer.from(bodyOf(exchange)).toString()
  if (!text.startsWith('{')) return exchange
  return withBody(exchange, JSON.stringify(change(JSON.parse(text) as Record<string, unknown>)))
}

function withText(exchange: Exchange, change: (text: string) => string): Exchange {
  const text = Buffer.from(bodyOf(exchange)).toString()
  const changed = operationOf(exchange).startsWith('content.') ? change(text) : text
  return changed === text ? exchange : withBody(exchange, changed)
}

/** Returns a stream with an additional event after its first one. */
function afterFirst(exchange: Exchange, event: string): Exchange {
  const text = Buffer.from(bodyOf(exchange)).toString()
  const end = text.indexOf('\n\n') + 2
  return text.includes('data:') ? withBody(exchange, text.slice(0, end) + event + text.slice(end)) : exchange
}

function bodyOf({ response }: Exchange): Uint8Array {
  return wholeBody(response?.chunks ?? [])
}

function withBody(exchange: Exchange, text: string, type?: string): Exchange {
  const { response } = exchange
  if (response === null) return exchange
  const headers = response.headers
    .filter(([name]) => name.toLowerCase() !== 'content-length')
    .map(([name, value]) => [name, type !== undefined && /^content-type$/i.test(name) ? type : value] as const)
  const at = response.chunks.at(-1)?.at ?? 0
  return { ...exchange, response: { ...response, headers, chunks: [{ at, bytes: Buffer.from(text) }] } }
}

function inError(body: Record<string, unknown>, members: object): unknown {
  return 'error' in body ? { error: { ...(body['error'] as object), ...members } } : body
}

function withResultsTwice(body: Record<string, unknown>): unknown {
  const { candidates } = body as { candidates?: readonly { content?: { parts?: readonly object[] } }[] }
  if (candidates === undefined) return body
  const twice = (part: object) => ('codeExecutionResult' in part ? [part, part] : [part])
  const changed = candidates.map(({ content, ...rest }) =>
    content?.parts === undefined
      ? { ...rest, content }
      : { ...rest, content: { ...content, parts: content.parts.flatMap(twice) } },
  )
  return { ...body, candidates: changed }
}

function inCandidates(body: Record<string, unknown>, members: object): unknown {
  const { candidates } = body as { candidates?: readonly object[] }
  return candidates === undefined ? body : { ...body, candidates: candidates.map((one) => ({ ...one, ...members })) }
}

function inImages(body: Record<string, unknown>, change: (text: string) => string): unknown {
  const { data } = body as { data?: readonly Record<string, unknown>[] }
  if (!Array.isArray(data)) return body
  const changed = (image: Record<string, unknown>) =>
    typeof image['b64_json'] === 'string' ? { ...image, b64_json: change(image['b64_json']) } : image
  return { ...body, data: data.map(changed) }
}

function inUrlAlphabet(text: string): string {
  return text.replaceAll('+', '-').replaceAll('/', '_')
}
