import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startReferenceServer } from '../../../../reference-server/index.ts'
import { renderers, terminal } from '../../../../reports/index.ts'
import { httpServer } from '../../../../tests/servers.ts'
import type { Report } from '../../../core/model/report.ts'
import { withJson } from '../../../laboratory/selftest/upstream/habits.ts'
import { type Forwarding, startPassThrough } from '../../../laboratory/selftest/upstream/pass-through.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'run-upstream-'))
afterAll(() => rmSync(folder, { recursive: true }))

const key = 'client-key-abcdef'
const upstreamKey = 'upstream-key-123456'
const few = ['--profile', 'smoke', '--requirement', '*plain-request-accepted']
/** No HTML page, which takes longer than the run. */
const brief = ['--reporter', 'json,terminal']
const short = [...few, ...brief, '--key', key, '--upstream-key', upstreamKey]

function resultsIn(out: string): Report {
  return JSON.parse(readFileSync(join(folder, out, 'results.json'), 'utf8')) as Report
}

async function freePort(): Promise<number> {
  const { url, close } = await httpServer(() => {})
  await close()
  return Number(new URL(url).port)
}

test('the first line says what is sent on both sides, and one above the verdict what happened between', async () => {
  const port = await freePort()
  const gateway = await startPassThrough({ upstream: `http://127.0.0.1:${port}`, upstreamKey, key })
  try {
    const io = capturedIo({ cwd: folder })
    const asked = ['run', gateway.url, ...short, '--area', 'messages', '--upstream', String(port)]
    expect(await runCli([...asked, '--gate-on', 'upstream', '--out', 'faithful'], io)).toBe(0)
    expect(io.err().split('\n')[0]).toMatch(
      new RegExp(
        `^Sending .* to ${gateway.url} .*, then up to \\d+ requests with http://127.0.0.1:${port} as its provider$`,
      ),
    )
    expect(io.out()).toMatch(/^Behind the gateway: ✓ faithful: /m)
    const { upstream, summary } = resultsIn('faithful')
    expect(upstream?.verdict).toBe('faithful')
    const again = capturedIo({ cwd: folder })
    await runCli(['check', 'faithful', '--out', 'again', ...brief], again)
    expect(resultsIn('again').upstream).toEqual(upstream)
    expect(resultsIn('again').summary.verdict).toBe(summary.verdict)
    const bundled = capturedIo({ cwd: folder })
    expect([await runCli(['bundle', 'faithful', '--out', 'bundled'], bundled), bundled.err()]).toEqual([0, ''])
    expect(await runCli(['verify', 'bundled'], bundled)).toBe(0)
    const text = readFileSync(join(folder, 'faithful/exchanges.ndjson'), 'utf8')
    expect([key, upstreamKey].filter((secret) => text.includes(secret))).toEqual([])
  } finally {
    await gateway.close()
  }
})

test('a gateway that does not use the upstream is told so, and the gate is inconclusive', async () => {
  const gateway = await startReferenceServer({ keys: [key] })
  try {
    const io = capturedIo({ cwd: folder })
    const asked = ['run', gateway.url, ...short, '--area', 'messages', '--upstream', '0', '--gate-on', 'upstream']
    expect(await runCli([...asked, '--out', 'elsewhere'], io)).toBe(3)
    expect(io.out().replaceAll('\n', ' ')).toMatch(
      /inconclusive: nothing arrived at the upstream: the gateway does not use it as its provider/,
    )
    const report = resultsIn('elsewhere')
    expect(report.upstream?.arrived).toBe(0)
    for (const told of [renderers.html(report), renderers.markdown(report), terminal(report)])
      expect(told).toContain('Behind the gateway')
  } finally {
    await gateway.close()
  }
})

test('operations of which nothing arrives are named', async () => {
  const port = await freePort()
  const gateway = await startPassThrough({
    upstream: `http://127.0.0.1:${port}`,
    upstreamKey,
    key,
    habits: {
      own({ path }, response) {
        if (!path.endsWith('/edits')) return false
        response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"none"}}')
        return true
      },
    },
  })
  try {
    const io = capturedIo({ cwd: folder })
    const asked = ['run', gateway.url, ...short, '--area', 'images', '--upstream', String(port)]
    await runCli([...asked, '--out', 'some'], io)
    expect(resultsIn('some').upstream?.reason).toBe('no request of images.edit arrived at the upstream')
  } finally {
    await gateway.close()
  }
})

test('a gateway with another key for its provider is told so', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const gateway = await startPassThrough({ upstream: url, upstreamKey: 'another-key-123456', key })
  try {
    const io = capturedIo({ cwd: folder })
    const asked = ['run', gateway.url, ...short, '--area', 'messages', '--upstream', String(port)]
    await runCli([...asked, '--out', 'stranger'], io)
    const { summary, upstream } = resultsIn('stranger')
    expect(upstream).toBeUndefined()
    expect([summary.verdict, summary.reason]).toEqual([
      'inconclusive',
      expect.stringContaining(
        'every request that arrived at the upstream had another key: the key of its provider in the gateway is not that of --upstream-key; correct one of them',
      ),
    ])
    expect(io.out() + io.err()).not.toContain('MGI_API_KEY')
    const again = capturedIo({ cwd: folder })
    await runCli(['check', 'stranger', '--out', 'stranger-again', ...brief], again)
    expect(resultsIn('stranger-again').summary.reason).toBe(summary.reason)
    const drawn = capturedIo({ cwd: folder })
    const keyless = [
      'run',
      gateway.url,
      '--profile',
      'smoke',
      '--max-requests',
      '2',
      '--key',
      key,
      '--area',
      'messages',
    ]
    await runCli([...keyless, ...brief, '--upstream', String(port), '--out', 'drawn'], drawn)
    expect(resultsIn('drawn').summary.reason).toContain('the key that the first line names')
  } finally {
    await gateway.close()
  }
})

test('a case is sent again with the provider behind the gateway', async () => {
  const port = await freePort()
  const gateway = await startPassThrough({ upstream: `http://127.0.0.1:${port}`, upstreamKey, key })
  try {
    const env = { MGI_UPSTREAM_KEY: upstreamKey, MGI_API_KEY: key }
    const asked = ['run', gateway.url, '--upstream', String(port), '--out', 'replayed']
    await runCli(
      [...asked, ...brief, '--profile', 'smoke', '--max-requests', '2', '--area', 'messages'],
      capturedIo({ cwd: folder, env }),
    )
    const evidence = readFileSync(join(folder, 'replayed/exchanges.ndjson'), 'utf8')
    const [, id = ''] = /"caseId":"([^"]+)"/.exec(evidence) ?? []
    const io = capturedIo({ cwd: folder, env })
    await runCli([...asked, '--replay', id], io)
    expect([io.err(), io.out()]).toEqual(['', expect.stringContaining('answer: 200, now 200')])
    const keyless = capturedIo({ cwd: folder, env: { MGI_API_KEY: key } })
    expect(await runCli([...asked, '--replay', id], keyless)).toBe(2)
    expect([keyless.out(), keyless.err()]).toEqual([
      '',
      `mgi: --replay ${id} with an upstream needs the key that the gateway sends to its provider; give it as --upstream-key or in the environment as MGI_UPSTREAM_KEY\n`,
    ])
  } finally {
    await gateway.close()
  }
})

test('a failure behind the gateway is a finding with a command, which tells whether it is mended', async () => {
  const port = await freePort()
  const habits: { up?: (forwarding: Forwarding) => Forwarding } = {
    up: (forwarding) =>
      withJson(forwarding, (body) => {
        delete body['stop_sequences']
      }),
  }
  const gateway = await startPassThrough({ upstream: `http://127.0.0.1:${port}`, upstreamKey, key, habits })
  try {
    const env = { MGI_UPSTREAM_KEY: upstreamKey, MGI_API_KEY: key }
    const asked = ['run', gateway.url, '--upstream', String(port), '--out', 'lossy', '--area', 'messages']
    await runCli([...asked, ...few, ...brief], capturedIo({ cwd: folder, env }))
    const report = resultsIn('lossy')
    expect(report.upstream?.verdict).toBe('unfaithful')
    const { operations } = report.requirements.find(({ id }) => id === 'upstream.request-complete')!
    const [finding] = operations.find(({ operation }) => operation === 'messages.create')!.findings
    expect(finding?.message).toMatch(/^stop_sequences\[0\] did not arrive/)
    expect(finding?.replay).toContain(`--upstream ${port}`)
    const replay = ['run', gateway.url, '--upstream', String(port), '--out', 'lossy', '--replay', finding!.exchange]
    const failing = capturedIo({ cwd: folder, env })
    expect(await runCli(replay, failing)).toBe(1)
    delete habits.up
    const mended = capturedIo({ cwd: folder, env })
    expect([await runCli(replay, mended), mended.out()]).toEqual([0, expect.stringContaining('fixed')])
  } finally {
    await gateway.close()
  }
})

test('a port that is taken ends the run before anything is sent', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as AddressInfo
  let requests = 0
  const gateway = await httpServer((_, response) => {
    requests += 1
    response.end()
  })
  try {
    const io = capturedIo({ cwd: folder })
    expect(await runCli(['run', gateway.url, ...short, '--upstream', String(port)], io)).toBe(2)
    expect(io.err()).toBe(`mgi: --upstream ${port}: another program listens at 127.0.0.1:${port}; name a free port\n`)
    expect(requests).toBe(0)
  } finally {
    await gateway.close()
    taken.close()
  }
})

test.each([
  [['--upstream', '9100'], /--upstream needs the URL of a gateway/],
  [['http://127.0.0.1:1', '--key', key, '--upstream', '70000'], /give a port from 0 to 65535/],
  [['http://127.0.0.1:1', '--key', key, '--upstream-key', upstreamKey], /--upstream-key needs --upstream PORT/],
  [
    ['http://127.0.0.1:1', '--key', key, '--upstream', '9100', '--upstream-key', 'short'],
    /5 characters; give at least 8/,
  ],
  [['http://127.0.0.1:1', '--key', key, '--gate-on', 'upstream'], /add --upstream PORT/],
])('mgi run %j is a usage error', async (options, message) => {
  const io = capturedIo({ cwd: folder })
  expect(await runCli(['run', ...options], io)).toBe(2)
  expect(io.err()).toMatch(message)
})

test('--plan counts the requests of the experiment', async () => {
  const io = capturedIo({ cwd: folder })
  const asked = ['run', 'http://127.0.0.1:1', '--key', key, '--plan', '--profile', 'smoke', '--area', 'messages']
  expect(await runCli([...asked, '--upstream', '9100'], io)).toBe(0)
  expect(io.out()).toMatch(/the experiment behind the gateway sends up to \d+ requests more \(--upstream\)/)
})

test('a watch needs the key of the gateway for its provider, which would be another after each run', async () => {
  const io = capturedIo({ cwd: folder })
  expect(await runCli(['watch', 'http://127.0.0.1:1', '--key', key, '--upstream', '9100'], io)).toBe(2)
  expect(io.err()).toMatch(/mgi watch with an upstream needs the key that the gateway sends .* --upstream-key/)
})
