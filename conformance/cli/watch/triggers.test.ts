import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { serve, urlOfNobody } from '../../../tests/serve.ts'
import { listens, type Sources, startTriggers } from './triggers.ts'

function listening(sources: Partial<Sources> = {}) {
  const { signal } = new AbortController()
  const nothing = { input: undefined, paths: [], server: undefined, signal, onTrouble: () => {} }
  const triggers = startTriggers({ ...nothing, ...sources })
  onTestFinished(triggers.close)
  return triggers
}

/** A server that is there or not, look by look; at last as it was. */
function seen(...looks: readonly boolean[]) {
  let number = 0
  return { every: 1, isThere: async () => looks[Math.min(number++, looks.length - 1)]! }
}

test('a server that comes back sets off what failed', async () => {
  const triggers = listening({ server: seen(true, true, false, false, true) })
  expect(await triggers.next()).toEqual({ what: 'failed', why: 'the gateway is back' })
})

test('a server that was never there is waited for', async () => {
  expect(await listening({ server: seen(false, true) }).next()).toEqual({ what: 'failed', why: 'the gateway is back' })
})

test('of what happens while nobody waits the last counts, but an end stays one', async () => {
  const input = new PassThrough()
  const triggers = listening({ input })
  input.write('\na\n')
  expect(await triggers.next()).toEqual({ what: 'everything', why: 'a' })
  input.write('q\n\n')
  expect(await triggers.next()).toEqual({ what: 'quit' })
})

test('what is interrupted already waits for nothing', async () => {
  expect(await listening({ signal: AbortSignal.abort() }).next()).toEqual({ what: 'interrupted' })
})

test('whether somebody listens is told without a request', async () => {
  const { url, asked } = await serve((_, response) => response.end())
  expect([await listens(url), await listens(await urlOfNobody()), asked.length]).toEqual([true, false, 0])
})

test('a key that arrives in pieces is one key', async () => {
  const input = new PassThrough()
  const triggers = listening({ input })
  input.write('q')
  input.write('\n')
  expect(await triggers.next()).toEqual({ what: 'quit' })
})

test('reports of our own set nothing off', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'triggers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const out = join(folder, 'mgi-report')
  mkdirSync(out)
  const triggers = listening({ paths: [folder], out })
  writeFileSync(join(out, 'results.json'), '{}')
  writeFileSync(join(folder, 'gateway.js'), '')
  expect(await triggers.next()).toEqual({ what: 'failed', why: 'gateway.js changed', isChange: true })
})
