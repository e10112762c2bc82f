import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { serve, urlOfNobody } from '../../../../tests/serve.ts'
import { baseUrlsOf, connectionError, connectionTrouble } from '../../run/target/reachable.ts'
import { type Sources, startTriggers } from './triggers.ts'

function listening(sources: Partial<Sources> = {}) {
  const { signal } = new AbortController()
  const nothing = { input: undefined, paths: [], server: undefined, signal, onTrouble: () => {} }
  const triggers = startTriggers({ ...nothing, ...sources })
  onTestFinished(triggers.close)
  return triggers
}

/** Simulates a gateway that can be reached or not at each check. The last state persists. */
function gateway(...looks: readonly boolean[]) {
  const seen: (string | undefined)[] = []
  let number = 0
  const trouble = async () => (looks[Math.min(number++, looks.length - 1)] === true ? undefined : 'ECONNREFUSED')
  return { every: 1, trouble, onLook: (found: string | undefined) => void seen.push(found), seen }
}

test('a gateway that comes back triggers the failed cases, and its connection error is reported', async () => {
  const server = gateway(true, true, false, false, true)
  expect(await listening({ server }).next()).toEqual({ what: 'failed', why: 'the gateway is back' })
  expect(server.seen).toEqual([undefined, undefined, 'ECONNREFUSED', 'ECONNREFUSED', undefined])
})

test('a gateway that was never reachable is awaited', async () => {
  const server = gateway(false, true)
  expect(await listening({ server }).next()).toEqual({ what: 'failed', why: 'the gateway is back' })
})

test('the last of several triggers counts, and quit is final', async () => {
  const input = new PassThrough()
  const triggers = listening({ input })
  input.write('\na\n')
  expect(await triggers.next()).toEqual({ what: 'everything', why: 'a' })
  input.write('q\n\n')
  expect(await triggers.next()).toEqual({ what: 'quit' })
})

test('an aborted signal ends the wait immediately', async () => {
  expect(await listening({ signal: AbortSignal.abort() }).next()).toEqual({ what: 'interrupted' })
})

test('a connection is tried without a request, and its error names host and port', async () => {
  const { url, asked } = await serve((_, response) => response.end())
  const nobody = await urlOfNobody()
  const refused = `no connection to ${new URL(nobody).host} (ECONNREFUSED)`
  expect([await connectionError(url), await connectionError(nobody), asked.length]).toEqual([undefined, refused, 0])
  expect(await connectionTrouble([url, nobody])).toBe(refused)
})

test('base URLs are distinct by host and port, and limited to the areas of the run', () => {
  const url = 'http://gateway.example/api'
  const baseUrls = { messages: 'http://gateway.example/other', images: 'http://images.example' }
  expect(baseUrlsOf(url, [], {})).toEqual([url])
  expect(baseUrlsOf(url, [], { baseUrls }).map((one) => new URL(one).host)).toEqual([
    'images.example',
    'gateway.example',
  ])
  expect(baseUrlsOf(url, ['images'], { baseUrls })).toEqual(['http://images.example'])
})

test('input that arrives in pieces is one trigger', async () => {
  const input = new PassThrough()
  const triggers = listening({ input })
  input.write('q')
  input.write('\n')
  expect(await triggers.next()).toEqual({ what: 'quit' })
})

test('files in the output folder trigger nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'triggers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const out = join(folder, 'mgi-report')
  mkdirSync(out)
  const triggers = listening({ paths: [folder], out })
  writeFileSync(join(out, 'results.json'), '{}')
  writeFileSync(join(folder, 'gateway.js'), '')
  expect(await triggers.next()).toEqual({ what: 'failed', why: 'gateway.js changed', isChange: true })
})
