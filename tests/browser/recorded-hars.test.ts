import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Report } from '../../conformance/core/model/report.ts'
import { capturedIo } from '../../conformance/product/cli/captured-io.fixture.ts'
import { runCli } from '../../conformance/product/cli/run-cli.ts'
import { type ReferenceServer, startReferenceServer } from '../../reference-server/index.ts'
import { pageIn, startBrowser } from './chromium.ts'

const key = 'customer-key-one-4711'
const folder = mkdtempSync(join(tmpdir(), 'recorded-hars-'))
let browser: Browser
let server: ReferenceServer
let faulty: ReferenceServer
beforeAll(async () => {
  browser = await startBrowser()
  server = await startReferenceServer({ keys: [key] })
  faulty = await startReferenceServer({ keys: [key], faults: ['messages-foreign-stop-reason'] })
})
afterAll(async () => {
  await browser.close()
  await server.close()
  await faulty.close()
  rmSync(folder, { recursive: true })
})

/**
 * Lets a page in Chromium talk to the gateway: a reply, a stream, a rejection, an image generation and an image edit.
 */
async function record(name: string, target: string, content: 'embed' | 'attach'): Promise<string> {
  const path = join(folder, name)
  mkdirSync(join(path, '..'), { recursive: true })
  const context = await browser.newContext({ recordHar: { path, content } })
  const tab = await pageIn(context)
  // Opens a page of the gateway's own origin, because other pages may not talk to it.
  await tab.goto(`${target}/`)
  await tab.evaluate(talk, { target, key })
  await context.close()
  return path
}

async function talk({ target, key }: { readonly target: string; readonly key: string }): Promise<void> {
  const headers = { 'x-api-key': key, 'provider-version': '2023-06-01', 'content-type': 'application/json' }
  const ask = { model: 'messages-model-1', max_tokens: 64, messages: [{ role: 'user', content: 'Nenne eine Farbe ☂' }] }
  const post = async (path: string, init: RequestInit): Promise<ArrayBuffer> =>
    (await fetch(target + path, { method: 'POST', ...init })).arrayBuffer()
  for (const body of [ask, { ...ask, stream: true }, { ...ask, max_tokens: 0 }])
    await post('/v1/messages', { headers, body: JSON.stringify(body) })
  const authorization = `Bearer ${key}`
  const picture = { prompt: 'a kite', size: '256x256', response_format: 'b64_json' }
  await post('/v1/images/generations', {
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(picture),
  })
}

async function reportOf(...args: string[]): Promise<{ readonly report: Report; readonly err: string }> {
  const io = capturedIo({ cwd: folder })
  await runCli(['check', ...args, '--quiet', '--reporter', 'json=report.json'], io)
  return { report: JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report, err: io.err() }
}

const judgedIn = ({ requirements }: Report): readonly string[] =>
  requirements.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id)

const temporary = () => readdirSync(tmpdir()).filter((name) => name.startsWith('mgi-har-'))

test.each([
  ['embedded', 'embed/traffic.har', 'embed'],
  ['attached', 'attach/traffic.har', 'attach'],
  ['zipped', 'zip/traffic.har.zip', 'attach'],
] as const)('a HAR that Chromium recorded with bodies %s is judged whole', async (_, name, content) => {
  const before = temporary()
  const { report, err } = await reportOf(await record(name, server.url, content), '--target', server.url)
  expect([err, report.summary.verdict]).toEqual(['', 'no-new-failure'])
  expect(report.limits.join()).not.toContain('not beside')
  expect(judgedIn(report)).toEqual(
    expect.arrayContaining([
      'messages.plain-request-accepted',
      'messages.stream-order',
      'messages.error-status-400',
      'images.b64-json-is-an-image',
    ]),
  )
  expect(temporary()).toEqual(before)
})

test('a finding names the entry and its address; several HARs of a folder are judged together', async () => {
  await record('both/one.har', faulty.url, 'embed')
  await record('both/two.har.zip', faulty.url, 'attach')
  const { report } = await reportOf('both', '--target', faulty.url)
  expect(report.summary).toMatchObject({ verdict: 'nonconforming', requests: 8 })
  const shown = report.exchanges.map(({ purpose }) => purpose)
  expect(shown.join('\n')).toMatch(/entry \d+ of one\.har: POST http:\/\/127\.0\.0\.1:\d+\/v1\/messages/)
  expect(JSON.stringify(report)).not.toContain(key)
})

test('bodies that did not come along are not captured, and the remedy is named', async () => {
  const whole = await record('whole/traffic.har', server.url, 'attach')
  mkdirSync(join(folder, 'lonely'))
  cpSync(whole, join(folder, 'lonely/traffic.har'))
  const { report } = await reportOf('lonely/traffic.har', '--target', server.url)
  expect(report.limits.join()).toMatch(
    /files that are not beside it \(\w+\.\w+ and \d+ more\): keep them in its folder, or record/,
  )
  expect(judgedIn(report)).not.toContain('messages.plain-request-accepted')
})

test('a zip that is cut or holds no HAR is rejected in a line', async () => {
  const zip = readFileSync(await record('cut/traffic.har.zip', server.url, 'attach'))
  writeFileSync(join(folder, 'cut.har.zip'), zip.subarray(0, zip.length - 30))
  const io = capturedIo({ cwd: folder })
  expect(await runCli(['check', 'cut.har.zip'], io)).toBe(2)
  expect(io.err()).toMatch(/cut\.har\.zip cannot be unpacked: .*; export the traffic again\n$/)
  expect(existsSync(join(folder, 'mgi-report'))).toBe(false)
})
