import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request as ask } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ReferenceServer, startReferenceServer } from '../../../../reference-server/index.ts'
import { allResults } from '../../../../reports/result.ts'
import { serve } from '../../../../tests/serve.ts'
import type { Report } from '../../../core/model/report.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { whileProxying } from '../proxy/while-proxying.fixture.ts'
import { runCli } from '../run-cli.ts'

const [key, imagesKey] = ['the-main-secret-4711', 'the-images-secret-0815']
let folder = ''
let behind: ReferenceServer
beforeAll(async () => {
  behind = await startReferenceServer({ keys: [key, imagesKey] })
})
afterAll(() => behind.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'credential-'))
  return () => rmSync(folder, { recursive: true })
})

interface Heard {
  readonly url: string
  readonly headers: IncomingMessage['headers']
}

/** Starts the reference server below `/base`. It accepts only keys that `take` finds, and records all requests. */
async function gateway(take: (request: IncomingMessage) => Record<string, string> | undefined) {
  const heard: Heard[] = []
  const { url } = await serve((request, response) => {
    heard.push({ url: request.url ?? '', headers: request.headers })
    const { authorization, 'x-api-key': _, ...others } = request.headers
    const path = (request.url ?? '').replace(/^\/base/, '')
    // Forwards other schemes than Bearer, so that the server rejects them as usual.
    const own = take(request) ?? (authorization?.startsWith('Basic') ? { authorization } : {})
    const query =
      own['key'] === undefined
        ? path.replace(/[?&]key=[^&]*/, '')
        : `${path}${path.includes('?') ? '&' : '?'}key=${own['key']}`
    const { key: _key, ...headers } = own
    const onward = ask(
      behind.url + query,
      { method: request.method!, headers: { ...others, ...headers } },
      (answer) => {
        response.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(response)
      },
    )
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  return { url: `${url}/base`, heard }
}

const bearerOf = ({ headers: { authorization } }: IncomingMessage) => /^Bearer (.+)$/.exec(authorization ?? '')?.[1]
/** Accepts keys only as Bearer tokens, on every endpoint. */
const bearerOnly = () =>
  gateway((request): Record<string, string> | undefined => {
    const token = bearerOf(request)
    if (token === undefined) return undefined
    if (request.url?.includes('/v1beta/')) return { key: token }
    return request.url?.includes('/v1/messages') ? { 'x-api-key': token } : { authorization: `Bearer ${token}` }
  })

async function mgi(...args: readonly string[]) {
  const io = capturedIo({ cwd: folder, env: { MGI_API_KEY: key, IMAGES_KEY: imagesKey } })
  return { status: await runCli(args, io), out: io.out(), err: io.err() }
}

const configure = (text: string) => writeFileSync(join(folder, 'mgi.config.yaml'), text)
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const results = (out = 'mgi-report') => JSON.parse(read(`${out}/results.json`)) as Report
const verdicts = (report: Report) =>
  Object.fromEntries(allResults(report).map(({ id, operation, verdict }) => [`${id}@${operation}`, verdict]))

test('the configured credential form is used everywhere, and requirements on the default form are skipped', async () => {
  const { url, heard } = await bearerOnly()
  configure(
    `target: ${url}\nkey: \${MGI_API_KEY}\nareas: [content-generation, messages]\nprofile: smoke\nrequirements: ["*key*", "*plain-request-accepted"]\ncredential: { content-generation: bearer, messages: bearer }\n`,
  )
  const { status, out } = await mgi('run', '--reporter', 'json,html,junit,markdown=mgi-report/report.md')
  const report = results()
  expect([status, report.summary.reason]).toEqual([0, expect.stringContaining('passed')])
  expect(verdicts(report)).toMatchObject({
    'content.plain-request-accepted@content.generate': 'pass',
    'content.key-in-query@content.generate': 'skipped',
    'content.missing-key-unauthenticated@content.stream': 'pass',
    'messages.key-missing-rejected@messages.create': 'pass',
    'messages.key-invalid-rejected@messages.create': 'skipped',
  })
  expect(report.config?.credential).toEqual({ 'content-generation': 'bearer', messages: 'bearer' })
  expect(report.limits.join()).toContain(
    'the key of content-generation is sent as the header `Authorization: Bearer`, not',
  )
  for (const text of [out, read('mgi-report/report.html'), read('mgi-report/junit.xml'), read('mgi-report/report.md')])
    expect(text).toMatch(
      /the key of content-generation is\s+sent as the|name="credential-content-generation" value="bearer"/,
    )
  expect(
    heard.filter(({ url: asked, headers }) => asked.includes('key=') || headers['x-api-key'] !== undefined),
  ).toEqual([])
})

test('a key in a configured form is redacted everywhere, and evidence is judged the same again', async () => {
  const { url, heard } = await gateway((request) => {
    const found = new URL(request.url ?? '', 'http://x').searchParams.get('key')
    return found === null ? undefined : { authorization: `Bearer ${found}` }
  })
  configure(`target: ${url}\nkey: \${MGI_API_KEY}\nareas: [token-usage]\ncredential: { token-usage: query }\n`)
  const { out, err } = await mgi('run', '--requirement', 'usage.*')
  const texts = [
    out,
    err,
    ...readdirSync(join(folder, 'mgi-report'))
      .filter((name) => name.includes('.'))
      .map((name) => read(`mgi-report/${name}`)),
  ]
  expect(texts.filter((text) => text.includes(key))).toEqual([])
  expect(heard.some((one) => one.url.includes(`key=${key}`))).toBe(true)
  expect(heard.every(({ headers }) => !headers.authorization?.includes(key))).toBe(true)
  expect(verdicts(results())['usage.not-bearer-status@usage.token']).toBe('skipped')
  await mgi('check', 'mgi-report/exchanges.ndjson', '--out', 'checked', '--quiet', '--reporter', 'json')
  expect([verdicts(results('checked')), results('checked').config]).toEqual([verdicts(results()), results().config])
})

test('each area is tested at its own base URL, and its key is only sent there', async () => {
  const [main, images] = [await gateway(asWritten), await gateway(asWritten)]
  configure(
    `target: ${main.url}\nkey: \${MGI_API_KEY}\nkeys: { images: "\${IMAGES_KEY}" }\nprofile: smoke\nareas: [images, token-usage, messages]\nbaseUrls: { images: ${images.url}/ }\n`,
  )
  const plan = await mgi('run', '--plan')
  expect(plan.out + plan.err).toContain(`the area images is tested at ${images.url}`)
  expect([main.heard, images.heard]).toEqual([[], []])
  const { status, out } = await mgi('run')
  expect([status, results().summary.reason]).toEqual([0, expect.any(String)])
  expect(images.heard.length).toBeGreaterThan(10)
  expect(images.heard.filter(({ url }) => /usage|messages/.test(url))).toEqual([])
  expect(main.heard.filter(({ url }) => url.includes('/v1/images'))).toEqual([])
  expect(JSON.stringify(images.heard)).not.toContain(key)
  expect(JSON.stringify(main.heard)).not.toContain(imagesKey)
  expect(results().config?.baseUrls).toEqual({ images: images.url })
  expect(out.replace(/\s+/g, ' ')).toContain(`the area images is tested at ${images.url}`)
})

/** Returns the key from the places that the specification names. */
function asWritten({ headers, url }: IncomingMessage): Record<string, string> | undefined {
  const { authorization, 'x-api-key': own } = headers
  const found = new URL(url ?? '', 'http://x').searchParams.get('key')
  if (found !== null) return { key: found }
  if (authorization !== undefined) return { authorization }
  return own === undefined ? undefined : { 'x-api-key': String(own) }
}

test('curl and replay commands use the base URL and credential form of the area', async () => {
  const broken = await serve((_, response) => void response.setHeader('content-type', 'application/json').end('{}'))
  const other = await serve((_, response) => void response.setHeader('content-type', 'application/json').end('{}'))
  configure(
    `target: ${broken.url}\nkey: \${MGI_API_KEY}\nareas: [content-generation, token-usage]\nprofile: smoke\ncredential: { content-generation: x-goog-api-key }\nbaseUrls: { content-generation: "${other.url}/gen" }\n`,
  )
  await mgi('run', '--quiet', '--reporter', 'json')
  const curls = allResults(results()).flatMap(({ operation, findings }) =>
    findings.flatMap(({ curl, replay }) => (curl === undefined ? [] : [{ operation, curl, replay }])),
  )
  const content = curls.find(({ operation, curl }) => operation === 'content.generate' && curl.includes('MGI_API_KEY'))
  expect(content?.curl).toContain(`'${other.url}/gen/v1beta/models/content-model-1:generateContent'`)
  expect(content?.curl).toContain(`-H 'x-goog-api-key: '"$MGI_API_KEY"`)
  expect(curls.find(({ operation }) => operation === 'usage.token')?.curl).toContain(`'${broken.url}/api/usage/token'`)
  const words = content!.replay!.replace('npx mgi ', '').split(' ')
  expect((await mgi(...words)).out).toContain('200')
})

test.each([
  [
    'credential: { messages: cookie }',
    'credential.messages is "cookie": expected one of query, bearer, x-api-key, x-goog-api-key',
  ],
  ['credential: { chat: bearer }', 'unknown key "chat"'],
  [
    'baseUrls: { images: images.example }',
    'the base URL "images.example" is not an http or https URL; write http://images.example',
  ],
  ['baseUrls: { images: "http://a@b" }', 'the base URL contains an @'],
  ['baseUrls: { images: "http://b/?key=x" }', 'the base URL http://b was given with a query (?…)'],
])('%s is a usage error, and nothing is sent', async (line, words) => {
  const { url, heard } = await gateway(() => undefined)
  configure(`target: ${url}\nkey: a-key-of-length\n${line}\n`)
  const { status, err } = await mgi('run')
  expect([status, heard]).toEqual([2, []])
  expect(err.trimEnd().split('\n')).toHaveLength(1)
  expect(err).toContain(`mgi: mgi.config.yaml:3:`)
  expect(err).toContain(words)
})

test('a URL argument is rejected if baseUrls belong to another target', async () => {
  configure(`target: http://127.0.0.1:1\nkey: a-key-of-length\nbaseUrls: { images: "http://127.0.0.1:2" }\n`)
  const { status, err } = await mgi('run', 'http://127.0.0.1:3')
  expect(status).toBe(2)
  expect(err).toContain(
    'mgi: mgi.config.yaml:3:1: baseUrls belong to the target http://127.0.0.1:1, and the URL of the command line is http://127.0.0.1:3; leave out the URL, or baseUrls',
  )
})

test.each([
  'credential: { messages: bearer }',
  'baseUrls: { images: "http://b" }',
])('%s without a target is a usage error', async (line) => {
  configure(`${line}\n`)
  const { status, err } = await mgi('run')
  expect([status, err]).toEqual([2, expect.stringContaining('needs a target, and none is named')])
})

/** Returns an entry of a HAR in the form that browsers write. */
const entry = (url: string, headers: Readonly<Record<string, string>>, status: number, body: object) => ({
  startedDateTime: '2026-11-21T10:00:00.000Z',
  time: 5,
  request: {
    method: 'GET',
    url,
    httpVersion: 'HTTP/1.1',
    bodySize: 0,
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
  },
  response: {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    headers: [{ name: 'content-type', value: 'application/json' }],
    content: { size: -1, mimeType: 'application/json', text: JSON.stringify(body) },
  },
})

test('HAR entries are matched to the base URLs and credential forms of their areas', async () => {
  const [main, usage] = ['https://main.example', 'https://usage.example/api']
  configure(
    `target: ${main}\nkey: \${MGI_API_KEY}\ncredential: { token-usage: x-api-key }\nbaseUrls: { token-usage: "${usage}" }\n`,
  )
  const path = '/api/usage/token'
  const missing = { success: false, message: 'No Authorization header' }
  const entries = [
    entry(usage + path, { 'x-api-key': key }, 200, {}),
    entry(usage + path, { accept: '*/*' }, 401, missing),
    entry(main + path, { 'x-api-key': key }, 500, {}),
  ]
  const log = { version: '1.2', creator: { name: 'x', version: '1' }, entries }
  writeFileSync(join(folder, 'traffic.har'), JSON.stringify({ log }))
  await mgi('check', 'traffic.har', '--key', key, '--out', 'mgi-report', '--quiet', '--reporter', 'json')
  const report = results()
  expect(report.limits.join()).toContain('2 of 3 entries judged, not 1 of other hosts or paths')
  expect(report.traffic).toMatchObject([{ endpoint: 'usage.token', requests: 2 }])
  expect(verdicts(report)).toMatchObject({ 'usage.not-bearer-status@usage.token': 'skipped' })
  expect(report.requirements.find(({ id }) => id === 'usage.not-bearer-status')?.operations[0]?.reason).toContain(
    'the key of token-usage is sent as the header `x-api-key`, not as the header `Authorization: Bearer`',
  )
})

test('the proxy forwards requests to the base URL of their area and judges the configured key form', async () => {
  const [main, usage] = [await gateway(asWritten), await gateway(asWritten)]
  configure(`credential: { token-usage: x-api-key }\nbaseUrls: { token-usage: ${usage.url} }\n`)
  await whileProxying(
    ['--target', main.url, '--key', key, '--config', join(folder, 'mgi.config.yaml')],
    async (url) => {
      await (await fetch(`${url}/api/usage/token`, { headers: { 'x-api-key': key } })).text()
      await (await fetch(`${url}/v1/messages`, { method: 'POST', body: '{}' })).text()
    },
    ({ report }) => {
      expect(report.traffic?.map(({ endpoint }) => endpoint)).toEqual(['usage.token', 'messages.create'])
      expect(report.config).toMatchObject({
        credential: { 'token-usage': 'x-api-key' },
        baseUrls: { 'token-usage': usage.url },
      })
    },
  )
  expect([usage.heard.length, main.heard.length]).toEqual([1, 1])
  expect(usage.heard[0]).toMatchObject({ url: '/base/api/usage/token', headers: { 'x-api-key': key } })
})

test('a replay with a URL argument ignores the base URLs in the evidence', async () => {
  const [main, stranger] = [await gateway(asWritten), await gateway(asWritten)]
  configure(
    `target: ${main.url}\nkey: ${key}\nareas: [token-usage]\nprofile: smoke\nbaseUrls: { token-usage: ${stranger.url} }\n`,
  )
  await mgi('run', '--quiet', '--reporter', 'json')
  rmSync(join(folder, 'mgi.config.yaml'))
  stranger.heard.length = 0
  const [, first] = read('mgi-report/exchanges.ndjson').split('\n')
  const { err } = await mgi('run', main.url, '--replay', (JSON.parse(first!) as { id: string }).id)
  expect(err).toBe('')
  expect([stranger.heard.length, main.heard.length > 0]).toEqual([0, true])
})
