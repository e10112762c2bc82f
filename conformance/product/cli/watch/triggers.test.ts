import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'triggers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('files in the output folder trigger nothing', async () => {
  const folder = newFolder()
  const out = join(folder, 'mgi-report')
  mkdirSync(out)
  const triggers = listening({ paths: [folder], out })
  writeFileSync(join(out, 'results.json'), '{}')
  writeFileSync(join(folder, 'gateway.js'), '')
  expect(await triggers.next()).toEqual({ what: 'failed', why: 'gateway.js changed', isChange: true })
})

/** Replaces a file as `sed -i`, `git checkout` and many editors do. */
function replace(file: string): void {
  writeFileSync(`${file}-temporary`, 'new')
  renameSync(`${file}-temporary`, file)
}

const changed = (name: string) => ({ what: 'failed', why: `${name} changed`, isChange: true })

test('each replacement of a file triggers, and the file is named, not the temporary one', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'src/routes'), { recursive: true })
  for (const name of ['src/main.js', 'src/routes/chat.js']) writeFileSync(join(folder, name), '')
  const triggers = listening({ paths: [join(folder, 'src')] })
  for (const name of ['main.js', 'routes/chat.js', 'main.js', 'routes/chat.js', 'main.js']) {
    replace(join(folder, 'src', name))
    expect(await triggers.next()).toEqual(changed(name))
  }
})

test('each replacement of a watched file triggers, and its neighbours trigger nothing', async () => {
  const folder = newFolder()
  const [file, other] = [join(folder, 'gateway.js'), join(folder, 'other.js')]
  for (const one of [file, other]) writeFileSync(one, '')
  symlinkSync(folder, join(folder, 'link'))
  const triggers = listening({ paths: [join(folder, 'link/gateway.js'), other] })
  for (const [one, name] of [
    [file, 'gateway.js'],
    [other, 'other.js'],
    [file, 'gateway.js'],
  ] as const) {
    writeFileSync(join(folder, 'neighbour.js'), '')
    replace(one)
    expect(await triggers.next()).toEqual(changed(name))
  }
})

test('a folder that is replaced, or new, is watched', async () => {
  const folder = newFolder()
  const [dist, next] = [join(folder, 'dist'), join(folder, 'next')]
  mkdirSync(join(dist, 'lib'), { recursive: true })
  const triggers = listening({ paths: [dist] })
  for (const old of ['old-1', 'old-2']) {
    mkdirSync(join(next, 'lib'), { recursive: true })
    renameSync(dist, join(folder, old))
    renameSync(next, dist)
    expect(await triggers.next()).toEqual(changed('dist'))
    replace(join(dist, 'lib/main.js'))
    expect(await triggers.next()).toEqual(changed('lib/main.js'))
    mkdirSync(join(dist, 'more'))
    expect(await triggers.next()).toEqual(changed('more'))
    replace(join(dist, 'more/main.js'))
    expect(await triggers.next()).toEqual(changed('more/main.js'))
    rmSync(join(dist, 'more'), { recursive: true })
    mkdirSync(join(dist, 'more'))
    expect(await triggers.next()).toEqual(changed('more'))
    replace(join(dist, 'more/main.js'))
    expect(await triggers.next()).toEqual(changed('more/main.js'))
    rmSync(join(dist, 'more'), { recursive: true })
    expect(await triggers.next()).toMatchObject({ why: expect.stringMatching(/^more.* changed$/) })
  }
})

test('a deleted file is named', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'gateway.js'), '')
  const triggers = listening({ paths: [folder] })
  rmSync(join(folder, 'gateway.js'))
  expect(await triggers.next()).toEqual(changed('gateway.js'))
})
