import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage, RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { allResults } from '../../../../../reports/result.ts'
import { serve } from '../../../../../tests/serve.ts'
import type { Report } from '../../../../core/model/report.ts'
import { catalogueIn } from '../../../../specification/editions/in-edition.ts'
import { plainPlan } from '../../../run/plan/plain-plan.fixture.ts'
import { capturedIo } from '../../captured-io.fixture.ts'
import { runCli } from '../../run-cli.ts'
import { readRunOptions } from '../options/run-options.ts'
import { runPlanWithProgress } from '../run-with-progress.ts'

/** The requirements that `check` judges by as well. */
const catalogue = catalogueIn()

const folder = mkdtempSync(join(tmpdir(), 'urls-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Starts a server that answers after it has read the request. */
const serveRead = (listener: RequestListener) =>
  serve((request, response) => request.resume().on('end', () => listener(request, response)))

/** Starts a target whose image replies contain these URLs, and which answers requests for pictures with `pictures`. */
function target(urls: (own: string) => readonly unknown[], pictures: RequestListener = (_, reply) => void reply.end()) {
  return serveRead((request, response) => {
    const own = `http://${request.headers.host}`
    if (request.method === 'POST' && request.url?.startsWith('/v1/images/')) {
      const data = urls(own).map((url) => ({ url }))
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ created: 1_700_000_000, data }))
    } else if (request.method === 'GET' && request.url?.startsWith('/pictures')) pictures(request, response)
    else response.writeHead(404).end()
  })
}

async function runAgainst(url: string, values: object = {}) {
  const io = capturedIo({ cwd: folder })
  const options = readRunOptions(
    [url],
    { key: 'a-secret-key', out: 'out', timeout: '20', reporter: ['json'], ...values },
    io,
    catalogue,
  )
  const whole = plainPlan()
  const plan = { ...whole, cases: whole.cases.filter(({ operation }) => operation.startsWith('images.')) }
  await runPlanWithProgress(
    plan,
    { url, key: 'a-secret-key', embedded: false, close: async () => {} },
    options,
    io,
    catalogue,
  )
  const report = JSON.parse(readFileSync(join(folder, 'out/results.json'), 'utf8')) as Report
  const evidence = readFileSync(join(folder, 'out/exchanges.ndjson'), 'utf8')
  const fetched = [...evidence.matchAll(/"id":"([^"]+\/image-\d+[^"]*)"/g)].map(([, id]) => id)
  return { report, fetched, err: io.err(), of: (id: string) => report.requirements.find((one) => one.id === id) }
}

const gets = (asked: readonly IncomingMessage[]) => asked.filter(({ method }) => method === 'GET').map(({ url }) => url)

test('disallowed image URLs are not fetched, and the report lists their origins', async () => {
  const canary = await serveRead((_, response) => response.end('alas'))
  const hostile = (own: string) => [
    'file:///etc/passwd',
    'data:image/png;base64,iVBORw0KGgo=',
    'http://169.254.169.254/latest/meta-data/',
    `${canary.url}/1.png`,
    own.replace('//', '//user:pass@'),
    '/pictures/relative.png',
    'pictures/relative.png',
    'http://[',
    `${own}/pictures?key=«key:valid»`,
    `${own}/pictures?key=a-secret-key`,
  ]
  const { url, asked } = await target(hostile)
  const { of, fetched, err } = await runAgainst(url)
  expect(gets(asked)).toEqual([])
  expect(canary.asked).toEqual([])
  expect(fetched).toEqual([])
  expect(of('images.url-answers')).toMatchObject({ verdict: 'skipped' })
  expect(of('images.url-origins-fetched')).toMatchObject({ verdict: 'observed' })
  expect(JSON.stringify(of('images.url-answers'))).toContain(`--allow-origin ${canary.url}`)
  expect(err).not.toMatch(/\bat .*\.ts:/)
})

test('a URL with line breaks is sent as a single request', async () => {
  const { url, asked } = await target((own) => [`${own}/pictures/1.png\r\nx-injected: yes\r\n\r\nGET /secret HTTP/1.1`])
  await runAgainst(url)
  const seen = asked.filter(({ method }) => method === 'GET')
  // Each picture is fetched once more at the end.
  expect(seen.map(({ headers }) => headers['x-injected'])).toEqual([undefined, undefined])
  expect(seen[0]?.url).toBe('/pictures/1.pngx-injected:%20yesGET%20/secret%20HTTP/1.1')
})

test('at most thirty images are fetched, and each once more at the end', async () => {
  let count = 0
  const { url, asked } = await target((own) => Array.from({ length: 10_000 }, () => `${own}/pictures/${count++}.png`))
  const { fetched } = await runAgainst(url)
  expect(gets(asked)).toHaveLength(60)
  expect(new Set(gets(asked)).size).toBe(30)
  expect(fetched.length).toBe(gets(asked).length)
})

test('a redirect to another origin is only followed if allowed, and otherwise inconclusive', async () => {
  const canary = await serveRead((_, response) => response.end('alas'))
  const { url } = await target(
    (own) => [`${own}/pictures/1.png`],
    (_, response) => response.writeHead(302, { location: `${canary.url}/1.png` }).end(),
  )
  const { of } = await runAgainst(url)
  expect(canary.asked).toEqual([])
  expect(of('images.url-answers')).toMatchObject({ verdict: 'inconclusive' })
  const allowed = await runAgainst(url, { 'allow-origin': [canary.url] })
  expect(canary.asked).toHaveLength(2)
  expect(allowed.of('images.url-answers')).toMatchObject({ verdict: 'pass' })
  expect(allowed.of('images.url-is-an-image')).toMatchObject({ verdict: 'warn' })
})

test('image fetches count as requests, but are not billed', async () => {
  const { url, asked } = await target((own) => Array.from({ length: 3 }, (_, at) => `${own}/pictures/${at}.png`))
  const { report } = await runAgainst(url, { 'max-requests': '4' })
  expect(asked).toHaveLength(4)
  expect(report.summary).toMatchObject({ requests: 4, billed: { images: 3 } })
})

test('evidence with fetched images is judged again with the same report', async () => {
  const { url } = await target(
    (own) => [`${own}/pictures/${Math.random()}.png`],
    (_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Gone</h1>'),
  )
  const { report, of } = await runAgainst(url)
  expect(of('images.url-answers')).toMatchObject({ verdict: 'fail' })
  const io = capturedIo({ cwd: folder })
  expect(await runCli(['check', 'out/exchanges.ndjson', '--out', 'again'], io)).toBe(1)
  const again = JSON.parse(readFileSync(join(folder, 'again/results.json'), 'utf8')) as Report
  const words = (report: Report) =>
    allResults(report).map(({ findings, ...one }) => ({
      ...one,
      findings: findings.map(({ curl, replay, entry, ...finding }) => finding),
    }))
  expect(JSON.stringify(words(again))).toBe(JSON.stringify(words(report)))
  expect(again.exchanges).toEqual(report.exchanges)
})

test('the same seed fetches the same images under the same ids', async () => {
  const { url } = await target((own) => Array.from({ length: 20 }, (_, at) => `${own}/pictures/${at}.png`))
  const [one, other] = [await runAgainst(url, { concurrency: '1' }), await runAgainst(url, { concurrency: '8' })]
  expect(one.fetched.length).toBeGreaterThan(5)
  expect([...other.fetched].sort()).toEqual([...one.fetched].sort())
})

test.each([
  [
    'cdn.example',
    '--allow-origin "cdn.example" is not an http or https origin; write https://HOST or https://HOST:PORT',
  ],
  [
    'file:///tmp',
    '--allow-origin "file:///tmp" is not an http or https origin; write https://HOST or https://HOST:PORT',
  ],
  [
    'https://cdn.example/images',
    '--allow-origin "https://cdn.example/images" is more than an origin; write https://cdn.example',
  ],
  [
    'https://u:p@cdn.example',
    '--allow-origin contains an @: images are fetched without user name or password; leave them out',
  ],
  ['https://', '--allow-origin "https://" is not an http or https origin; write https://HOST or https://HOST:PORT'],
])('the origin %s is rejected before anything is sent', async (text, message) => {
  const io = capturedIo({ cwd: folder })
  expect(await runCli(['run', 'http://127.0.0.1:9', '--key', 'k', '--allow-origin', text], io)).toBe(2)
  expect(io.err()).toContain(message)
})
