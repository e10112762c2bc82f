import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startReferenceServer } from '../../../../reference-server/index.ts'
import { allResults } from '../../../../reports/result.ts'
import { serve, untilTestEnds } from '../../../../tests/serve.ts'
import { exchangeWith, jsonResponse } from '../../../core/model/exchange.fixture.ts'
import type { Report } from '../../../core/model/report.ts'
import { areas, capabilities, endpoints } from '../../../core/model/vocabulary.ts'
import { observe, startDeclarations } from '../../../engine/judge/index.ts'
import type { Selection } from '../../../engine/record/evidence/frame.ts'
import { catalogueIn } from '../../../specification/editions/in-edition.ts'
import { capturedIo } from '../../cli/captured-io.fixture.ts'
import { readRunOptions } from '../../cli/run/options/run-options.ts'
import { runPlanWithProgress } from '../../cli/run/run-with-progress.ts'
import { runCli } from '../../cli/run-cli.ts'
import { plainPlan } from './plain-plan.fixture.ts'
import { declarationCases } from './plan-for.ts'

/** The requirements that `check` judges by as well. */
const catalogue = catalogueIn()

const folder = mkdtempSync(join(tmpdir(), 'declared-'))
afterAll(() => rmSync(folder, { recursive: true }))

function selectionOf(unsupported: readonly string[], more: Partial<Selection> = {}): Selection {
  return { areas, requirements: [], unsupported, ...more }
}

test.each([...endpoints, ...capabilities])('valid requests check if the capability %s is absent', (capability) => {
  const cases = declarationCases(selectionOf([capability]), catalogue)
  expect(cases.length).toBeGreaterThan(0)
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length)
  for (const { id, request, operation, cost } of cases) {
    const seen = observe(catalogue.operations, exchangeWith({ id, request, ended: 'reset' }))
    expect(seen?.operation.id).toBe(operation)
    expect(seen?.request.violations).toEqual([])
    expect(cost.calls + cost.images).toBeLessThanOrEqual(2)
  }
})

test('a capability is checked on operations that have it, within the selected areas', () => {
  const idsFor = (unsupported: readonly string[], more: Partial<Selection> = {}) =>
    declarationCases(selectionOf(unsupported, more), catalogue).map(({ id }) => id)
  expect(idsFor(['thinking'])).toEqual([
    'declaration/thinking/content.generate',
    'declaration/thinking/messages.create',
  ])
  expect(idsFor(['thinking', 'messages.create'])).toEqual([
    'declaration/thinking/content.generate',
    'declaration/thinking/messages.stream',
    'declaration/messages.create',
  ])
  expect(idsFor(['thinking'], { areas: ['messages'] })).toEqual(['declaration/thinking/messages.create'])
  expect(idsFor(['thinking'], { areas: ['images'] })).toEqual([])
  expect(idsFor(['thinking'], { requirements: ['messages.reply-id'] })).toEqual([])
})

const picture = { candidates: [{ content: { parts: [{ inlineData: { mimeType: 'image/png', data: '' } }] } }] }
const words = { candidates: [{ content: { parts: [{ text: 'no' }] } }] }

test.each([
  ['image-out', 200, picture, 'present'],
  ['image-out', 200, words, 'absent'],
  ['speech', 200, picture, 'absent'],
  ['logprobs', 200, words, 'present'],
  ['logprobs', 400, { error: {} }, 'absent'],
  ['logprobs', 404, 'not here', 'absent'],
  ['logprobs', 501, 'not here', 'absent'],
  ['logprobs', 500, 'not here', 'unknown'],
  ['logprobs', 503, 'not here', 'unknown'],
  ['logprobs', 401, 'not here', 'unknown'],
  ['logprobs', 200, '<html>', 'absent'],
] as const)('%s with status %s and body %o is %s', (capability, status, body, found) => {
  const [planned] = declarationCases(selectionOf([capability]), catalogue)
  const { id, request } = planned!
  const seen = observe(catalogue.operations, exchangeWith({ id, request, response: jsonResponse(body, status) }))
  const book = startDeclarations([capability], catalogue)
  book.see(seen!, capability)
  expect(book.conclude()).toEqual([{ capability, found, exchange: id }])
})

test('a declared capability without exchanges is unknown', () => {
  expect(startDeclarations(['prefill'], catalogue).conclude()).toEqual([{ capability: 'prefill', found: 'unknown' }])
})

/** Runs the plain requests, and those that check declarations. */
async function runDeclaring(url: string, unsupported: readonly string[], strict = false) {
  const io = capturedIo({ cwd: folder })
  const read = readRunOptions(
    [url],
    { key: 'a-secret-key', out: 'out', timeout: '20', reporter: ['json,terminal'], strict },
    io,
    catalogue,
  )
  const options = { ...read, selection: selectionOf(unsupported) }
  const plain = plainPlan()
  const cases = plain.cases.filter(({ operation }) => !unsupported.includes(operation))
  const plan = { ...plain, cases: [...cases, ...declarationCases(options.selection, catalogue)] }
  const status = await runPlanWithProgress(
    plan,
    { url, key: 'a-secret-key', embedded: false, close: async () => {} },
    options,
    io,
    catalogue,
  )
  return { status, out: io.out().replaceAll(/\s+/g, ' '), report: reportIn('out') }
}

const reportIn = (name: string) => JSON.parse(readFileSync(join(folder, name, 'results.json'), 'utf8')) as Report

test('a capability declared absent but present fails only a strict run, and no requirement', async () => {
  const server = await untilTestEnds(startReferenceServer({ keys: ['a-secret-key'] }))
  const loose = await runDeclaring(server.url, ['images.variation', 'thinking'])
  expect(loose.status).toBe(0)
  expect(loose.out).toContain('; declared absent but present: images.variation, thinking')
  expect(loose.out).toContain(
    'images.variation is present: remove it from `unsupported` (see declaration/images.variation)',
  )
  expect(loose.report.declarations?.map(({ capability, found }) => [capability, found])).toEqual([
    ['images.variation', 'present'],
    ['thinking', 'present'],
  ])
  const skips = allResults(loose.report).filter(({ reason }) =>
    reason.startsWith('not applicable: the vendor declares'),
  )
  expect(new Set(skips.map(({ reason }) => reason))).toEqual(
    new Set([
      'not applicable: the vendor declares images.variation absent',
      'not applicable: the vendor declares thinking absent',
    ]),
  )
  const strict = await runDeclaring(server.url, ['images.variation', 'thinking'], true)
  expect(strict.status).toBe(1)
  expect(strict.report.summary).toMatchObject({
    reason: 'declared absent but present: images.variation, thinking (strict)',
    counts: { fail: 0 },
  })
})

test('judging the evidence again gives the same declarations and summary', async () => {
  const io = capturedIo({ cwd: folder })
  expect(await runCli(['check', 'out/exchanges.ndjson', '--out', 'again'], io)).toBe(1)
  expect(reportIn('again').declarations).toEqual(reportIn('out').declarations)
  expect(reportIn('again').summary).toEqual(reportIn('out').summary)
})

test('responses to declaration checks fail no requirement', async () => {
  const reference = await untilTestEnds(startReferenceServer({ keys: ['a-secret-key'] }))
  const { url } = await serve(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const body = Buffer.concat(pieces)
    if (body.includes('"thinking"')) return void response.writeHead(500).end('what?')
    if (request.url === '/v1/images/variations') return void response.writeHead(404).end('<h1>Not found</h1>')
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string])
    const kept = headers.filter(([name]) => !/^(host|connection|content-length|transfer-encoding)$/.test(name))
    const sent = await fetch(reference.url + request.url, {
      method: request.method ?? 'GET',
      headers: kept,
      ...(body.length === 0 ? {} : { body }),
    })
    response.writeHead(sent.status, { 'content-type': sent.headers.get('content-type') ?? 'text/plain' })
    response.end(Buffer.from(await sent.arrayBuffer()))
  })
  const { status, report } = await runDeclaring(url, ['images.variation', 'thinking'], true)
  expect(report.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toEqual([])
  expect(report.declarations?.map(({ found }) => found)).toEqual(['absent', 'present'])
  expect(status).toBe(1)
})
