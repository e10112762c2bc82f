import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import type { Report } from '../../../core/model/report.ts'
import { capturedIo } from '../../cli/captured-io.fixture.ts'
import { cassette, interaction } from '../../cli/check/recordings.fixture.ts'
import { runCli } from '../../cli/run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'copies-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Line {
  readonly name: string
  readonly value: string
}

interface Entry {
  readonly startedDateTime?: string
  readonly request: { readonly headers: readonly Line[] }
  readonly response: { readonly status?: number; readonly headers: readonly Line[] }
}

const fixture = fileURLToPath(new URL('../../../../fixtures/har/copies.har', import.meta.url))
const { log } = JSON.parse(readFileSync(fixture, 'utf8')) as { readonly log: { readonly entries: readonly Entry[] } }
const numbered = log.entries[0]!

const without = (lines: readonly Line[], name: string) => lines.filter((line) => line.name !== name)

/** The differences of an entry from the one of the fixture. */
interface Change {
  /** The second and millisecond of its start; absent if it is unknown. */
  readonly start?: string
  /** The request id; by default it has only a date. */
  readonly id?: string
  /** Headers of the request, added to the usual ones or replacing them; empty ones are removed. */
  readonly sent?: Readonly<Record<string, string>>
  readonly status?: number
}

function entry({ start, id, sent = {}, status = 200 }: Change): Entry {
  const { startedDateTime: _, request, response, ...rest } = numbered
  const others = request.headers.filter(({ name }) => !(name in sent))
  const own = Object.entries(sent).flatMap(([name, value]) => (value === '' ? [] : [{ name, value }]))
  const received = without(response.headers, 'request-id')
  return {
    ...rest,
    ...(start === undefined ? {} : { startedDateTime: `2026-04-01T00:00:${start}Z` }),
    request: { ...request, headers: [...others, ...own] },
    response: {
      ...response,
      status,
      headers: id === undefined ? received : [...received, { name: 'request-id', value: id }],
    },
  }
}

const har = (...changes: readonly Change[]): string =>
  JSON.stringify({ log: { ...log, entries: changes.map((change) => entry(change)) } })

/** Judges recordings together, and returns the number of exchanges and the verdict on unique ids. */
async function judged(...texts: readonly string[]): Promise<{ count: number; areIdsUnique: string | undefined }> {
  const inner = mkdtempSync(join(folder, 'of-'))
  const files = texts.map((text, at) => join(inner, `${at}.${text.includes('"log"') ? 'har' : 'json'}`))
  for (const [at, file] of files.entries()) writeFileSync(file, texts[at]!)
  await runCli(['check', ...files, '--quiet', '--reporter', 'json=report.json'], capturedIo({ cwd: inner }))
  const { summary, requirements } = JSON.parse(readFileSync(join(inner, 'report.json'), 'utf8')) as Report
  const unique = requirements.find(({ id }) => id === 'messages.reply-id-unique')
  return { count: summary.requests, areIdsUnique: unique?.verdict }
}

const early = '03.050'
const late = '03.600'

test('equal exchanges within a second are different if they began at different times', async () => {
  expect(await judged(har({ start: early }, { start: late }))).toEqual({ count: 2, areIdsUnique: 'fail' })
  const failed = [early, late, '03.800'].map((start) => ({ start, status: 500 }))
  expect((await judged(har(...failed))).count).toBe(3)
})

test.each<[string, readonly Change[]]>([
  ['which began at the same time', [{ start: early }, { start: early }]],
  ['whose start is unknown', [{}, {}]],
  [
    'with the same request id',
    [
      { start: early, id: 'a' },
      { start: late, id: 'a' },
    ],
  ],
])('equal exchanges %s are copies', async (_, changes) => {
  expect((await judged(har(...changes))).count).toBe(1)
})

test('a request id that the client sent does not identify a response', async () => {
  const sent = { 'request-id': 'a' }
  const attempts = [early, late].map((start) => ({ start, id: 'a', sent }))
  expect((await judged(har(...attempts))).count).toBe(2)
})

test('equal exchanges in different files are copies, whenever they began', async () => {
  expect((await judged(har({ start: early }), har({ start: late }))).count).toBe(1)
  expect((await judged(har({ start: early }, { start: late }), har({}, { start: '04.000' }))).count).toBe(2)
})

test.each<[string, Readonly<Record<string, string>>]>([
  ['key', { 'x-api-key': 'sk-key-1' }],
  ['form of the key', { 'x-api-key': '', authorization: 'Bearer key-1' }],
  ['beta feature', { 'provider-beta': 'files-api' }],
  ['beta feature under its usual name', { 'Anthropic-Beta': 'files-api' }],
  ['version', { 'provider-version': '' }],
])('requests with another %s are different', async (_, sent) => {
  const one = { start: early, id: 'a' }
  expect((await judged(har(one, { ...one, sent }))).count).toBe(2)
  expect((await judged(har({}), har({ sent }))).count).toBe(2)
})

test.each([
  ['is removed', { 'x-api-key': '' }],
  ['is hidden', { 'x-api-key': 'REDACTED' }],
])('a copy in another file whose key %s is a copy', async (_, sent) => {
  expect((await judged(har({ start: early }), har({ start: late, sent }))).count).toBe(1)
})

test('cassettes follow the same rules', async () => {
  const headers = { date: 'Wed, 01 Apr 2026 00:00:03 GMT' }
  const sent = { 'content-type': 'application/json', 'x-api-key': 'sk-key-1', 'provider-version': '2023-06-01' }
  expect((await judged(cassette({ headers }, { headers }, { headers, sent }))).count).toBe(2)
  expect((await judged(cassette({ headers }), cassette({ headers }, { headers, sent }))).count).toBe(2)
})

test('the time of recording that a cassette states counts as the start', async () => {
  const headers = { date: ['Wed, 01 Apr 2026 00:00:03 GMT'] }
  const { request, response } = interaction({})
  const at = (time: string) => ({
    request: { ...request, method: 'post', body: { encoding: 'UTF-8', string: request.body } },
    response: { ...response, headers: { ...response.headers, ...headers } },
    recorded_at: `Wed, 01 Apr 2026 00:00:${time} GMT`,
  })
  const recordedAt = (...times: readonly string[]) =>
    JSON.stringify({ http_interactions: times.map(at), recorded_with: 'VCR 6.2.0' })
  expect((await judged(recordedAt('03', '04'))).count).toBe(2)
  expect((await judged(recordedAt('03', '03'))).count).toBe(1)
})

test('a response that another file has below another request is a copy, so that its ids are not captured', async () => {
  const other = { sent: { 'provider-beta': 'files-api' } }
  expect(await judged(har({}), har(other))).toEqual({ count: 2, areIdsUnique: 'inconclusive' })
  expect(await judged(har({}, other))).toEqual({ count: 2, areIdsUnique: 'fail' })
  expect(await judged(har({ id: 'a' }), har({ ...other, id: 'b' }))).toEqual({ count: 2, areIdsUnique: 'fail' })
})
