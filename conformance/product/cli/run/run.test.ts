import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startReferenceServer } from '../../../../reference-server/index.ts'
import { allResults } from '../../../../reports/result.ts'
import { serve, untilTestEnds, urlOfNobody } from '../../../../tests/serve.ts'
import { withoutPauses } from '../../../../tests/without-pauses.ts'
import type { Report } from '../../../core/model/report.ts'
import { catalogueIn } from '../../../specification/editions/in-edition.ts'
import { plainPlan } from '../../run/plan/plain-plan.fixture.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'
import { readRunOptions } from './options/run-options.ts'
import { runPlanWithProgress } from './run-with-progress.ts'

/** The requirements that `check` judges by as well. */
const catalogue = catalogueIn()

const folder = mkdtempSync(join(tmpdir(), 'run-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function reference(faults: readonly string[] = []): Promise<string> {
  return (await untilTestEnds(startReferenceServer({ keys: ['a-secret-key'], faults }))).url
}

/** All reports that are written by default. Other runs write only the results. */
const usualReports = { reporter: undefined }

async function runAgainst(url: string, key = 'a-secret-key', values: object = {}, signal?: AbortSignal) {
  const io = capturedIo({ cwd: folder, signal })
  const options = readRunOptions(
    [url],
    { key, out: 'out', timeout: '20', reporter: ['json,terminal'], ...values },
    io,
    catalogue,
  )
  const target = { url, key, embedded: false, close: async () => {} }
  const status = await runPlanWithProgress(plainPlan(), target, options, io, catalogue)
  const report = JSON.parse(readFileSync(join(folder, 'out/results.json'), 'utf8')) as Report
  return { status, report, out: io.out(), err: io.err() }
}

test('a conforming target is reported as conforming, and reports and evidence are written', async () => {
  rmSync(join(folder, 'out'), { recursive: true, force: true })
  const url = await reference()
  const { status, report, out, err } = await runAgainst(url, undefined, usualReports)
  expect(status).toBe(0)
  // On a busy machine, lines of progress are between them.
  const lines = err
    .replace(/at most \d+ requests/, 'at most N requests')
    .trimEnd()
    .split('\n')
  expect([lines[0], lines.at(-1)]).toEqual([
    `Sending ${plainPlan().requests} requests to ${url} (at most N requests, 600 billed calls, 120 images)`,
    'wrote results.json, report.html, junit.xml, exchanges.ndjson to out',
  ])
  expect(out).toContain('CONFORMING')
  // Three responses name an image, and each is fetched twice.
  expect(report.summary).toMatchObject({ verdict: 'conforming', requests: plainPlan().cases.length + 6 })
  expect(readdirSync(join(folder, 'out')).sort()).toEqual([
    'exchanges.ndjson',
    'junit.xml',
    'report.html',
    'results.json',
  ])
})

test('judging the evidence again gives the same results', async () => {
  const { url } = await serve((_, response) => response.setHeader('content-type', 'application/json').end('{}'))
  const { status, report } = await runAgainst(url)
  expect(status).toBe(1)
  const io = capturedIo({ cwd: folder })
  expect(await runCli(['check', 'out/exchanges.ndjson', '--out', 'again', '--reporter', 'json'], io)).toBe(1)
  const again = JSON.parse(readFileSync(join(folder, 'again/results.json'), 'utf8')) as Report
  const words = (report: Report) =>
    allResults(report).map(({ id, operation, verdict, reason, exchanges }) => ({
      id,
      operation,
      verdict,
      reason,
      exchanges,
    }))
  expect(words(again)).toEqual(words(report))
  expect(again.summary).toEqual(report.summary)
  expect(report.latencies).not.toEqual([])
  const figuresOf = ({ latencies, traffic, tokenCounts }: Report) => ({ latencies, traffic, tokenCounts })
  expect(figuresOf(again)).toEqual(figuresOf(report))
})

test('responses received before the target went silent are judged', async () => {
  const answered = new AbortController()
  const { url } = await serve((request, response) => {
    const hangUp = (): unknown => request.socket.destroy()
    if (request.url === '/v1/images/generations' && !answered.signal.aborted)
      response
        .setHeader('content-type', 'application/json')
        .end('{"created":"yesterday","data":[]}', () => answered.abort())
    else if (answered.signal.aborted) hangUp()
    else answered.signal.addEventListener('abort', hangUp)
  })
  const { status, report, err } = await withoutPauses(() => runAgainst(url))
  expect(err).toContain('the target no longer answered')
  expect(report.requirements.find(({ id }) => id === 'images.reply-created')).toMatchObject({ verdict: 'fail' })
  expect(status).toBe(1)
})

test('the key appears in no output, even if the target repeats it', async () => {
  const { url } = await serve((request, response) => {
    response.setHeader('content-type', 'application/json').setHeader('x-echo', String(request.headers.authorization))
    response.end(JSON.stringify({ echo: [request.headers, request.url] }))
  })
  const { out, err } = await runAgainst(url, undefined, usualReports)
  const files = readdirSync(join(folder, 'out'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const written = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
  expect([out, err, ...written].filter((text) => text.includes('a-secret-key'))).toEqual([])
  expect(written.join('')).toContain('«key:valid»')
})

test('a port without a listener is inconclusive, with advice', async () => {
  const url = await urlOfNobody()
  const { status, report, err } = await runAgainst(url)
  const advice = `${url} cannot be reached (ECONNREFUSED): nothing listens there; is the server running, and is the port right?`
  expect(status).toBe(3)
  expect(err).toContain(`\nmgi: ${advice}\n`)
  expect(report.summary).toMatchObject({ verdict: 'inconclusive', reason: advice })
})

test('a key rejected at every endpoint is inconclusive, with advice', async () => {
  const { status, err, report } = await runAgainst(await reference(), 'another-key')
  expect(status).toBe(3)
  expect(err).toContain('the target rejected the key at every endpoint')
  expect(report.summary.counts).toMatchObject({ pass: 0, fail: 0, warn: 0, inconclusive: 0 })
})

test('a wrong base URL is inconclusive, and the right one is suggested', async () => {
  const { url } = await serve((request, response) => {
    if (request.url === '/v1/api/usage/token') response.end('{"code":true}')
    else response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>')
  })
  const { status, err } = await runAgainst(url)
  expect(status).toBe(3)
  expect(err).toContain(`but ${url}/v1 answers: the base URL looks wrong, use that one`)
})

test('reports of an earlier run are removed', async () => {
  const url = await reference()
  await runAgainst(url, 'a-secret-key', { out: 'out', reporter: ['json,markdown,badge,ctrf,har,ndjson'] })
  const { err } = await runAgainst(url, undefined, usualReports)
  expect(err).toContain('removed report.md, ctrf.json, exchanges.har, badge.svg, events.ndjson of an earlier run\n')
  expect(readdirSync(join(folder, 'out')).sort()).toEqual([
    'exchanges.ndjson',
    'junit.xml',
    'previous',
    'report.html',
    'results.json',
  ])
})

test('a run limited to a requirement judges no other requirement', async () => {
  const { report } = await runAgainst(await reference(), 'a-secret-key', {
    requirement: ['usage.plain-request-accepted'],
  })
  expect(report.requirements.filter(({ verdict }) => verdict !== 'skipped').map(({ id }) => id)).toEqual([
    'usage.plain-request-accepted',
  ])
  expect(report.limits).toEqual(['only the requirements usage.plain-request-accepted'])
})

test('an interrupted run writes its reports and ends with 130', async () => {
  const interruption = new AbortController()
  const { url } = await serve(() => interruption.abort())
  const { status, report } = await runAgainst(url, 'a-secret-key', {}, interruption.signal)
  expect(status).toBe(130)
  expect(report.limits).toContain('interrupted by the user')
})

test('quiet prints nothing', async () => {
  const { out, err } = await runAgainst(await reference(), undefined, { ...usualReports, quiet: true })
  expect({ out, err }).toEqual({ out: '', err: '' })
})
