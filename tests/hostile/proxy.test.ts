import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, createServer, type IncomingMessage, type RequestListener, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import type { Report } from '../../conformance/core/model/report.ts'

const mgi = fileURLToPath(new URL('../../dist/conformance/product/cli/main.js', import.meta.url))
const gigabyte = 2 ** 30
const isLinux = process.platform === 'linux'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function listening(handler: RequestListener): Promise<string> {
  const server: Server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 1_500, resolve))
  closing.push(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface Proxy {
  readonly url: string
  readonly metrics: () => Promise<string>
  /** Returns the peak resident memory so far in megabytes, or 0 if the system does not report it. */
  readonly peak: () => number
  readonly end: () => Promise<{ readonly status: number | null; readonly report: Report }>
}

/** Starts the built `mgi proxy` in a separate process. */
async function proxied(target: string): Promise<Proxy> {
  const out = mkdtempSync(join(tmpdir(), 'mgi-proxy-hostile-'))
  closing.push(() => rmSync(out, { recursive: true, force: true }))
  const args = [mgi, 'proxy', '--target', target, '--out', out, '--admin-port', '0']
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  closing.push(() => child.kill('SIGKILL'))
  const said = (stream: ChildProcess['stdout'], pattern: RegExp): Promise<string> =>
    new Promise((resolve) => {
      let all = ''
      stream?.on('data', (data: Buffer) => {
        all += String(data)
        const [, found] = pattern.exec(all) ?? []
        if (found !== undefined) resolve(found)
      })
    })
  const [url, second] = await Promise.all([
    said(child.stdout, /^(http\S+)\n/),
    said(child.stderr, /metrics at (\S+)\n/),
  ])
  return {
    url,
    metrics: async () => (await fetch(second)).text(),
    peak: () =>
      isLinux
        ? Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
        : 0,
    end: async () => {
      child.kill('SIGTERM')
      const status = await new Promise<number | null>((resolve) => child.on('exit', resolve))
      return { status, report: JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Report }
    },
  }
}

const idle = (proxy: Proxy) => async (): Promise<boolean> => (await proxy.metrics()).includes('mgi_proxy_in_flight 0\n')

async function sizeOf(message: IncomingMessage): Promise<number> {
  let size = 0
  for await (const part of message) size += (part as Buffer).length
  return size
}

test('a gigabyte passes in either direction in bounded memory', async () => {
  const piece = Buffer.alloc(2 ** 20, 7)
  let received = 0
  const target = await listening(async (incoming, outgoing) => {
    received = await sizeOf(incoming)
    outgoing.writeHead(200, { 'content-type': 'application/json' })
    for (let sent = 0; sent < gigabyte; sent += piece.length)
      if (!outgoing.write(piece)) await new Promise((resolve) => outgoing.once('drain', resolve))
    outgoing.end()
  })
  const proxy = await proxied(target)
  const size = await new Promise<number>((resolve, reject) => {
    const outgoing = request(`${proxy.url}/v1/messages`, { method: 'POST' }, (incoming) => {
      sizeOf(incoming).then(resolve, reject)
    })
    outgoing.on('error', reject)
    void (async () => {
      for (let sent = 0; sent < gigabyte; sent += piece.length)
        if (!outgoing.write(piece)) await new Promise((done) => outgoing.once('drain', done))
      outgoing.end()
    })()
  })
  expect([received, size]).toEqual([gigabyte, gigabyte])
  expect(proxy.peak()).toBeLessThan(350)
  expect(await proxy.metrics()).toContain('mgi_proxy_not_judged_total{reason="too_large"} 1')
  expect(await proxy.end()).toMatchObject({ status: 3 })
})

test('a client that does not read holds the target back, and no memory', async () => {
  const piece = Buffer.alloc(2 ** 20, 7)
  let written = 0
  const target = await listening(async (_, outgoing) => {
    for (let isOpen = true; isOpen && written < gigabyte; written += piece.length)
      if (!outgoing.write(piece))
        isOpen = await new Promise<boolean>((resolve) => {
          outgoing.once('drain', () => resolve(true)).once('close', () => resolve(false))
        })
  })
  const proxy = await proxied(target)
  const outgoing = request(`${proxy.url}/v1/messages`, { method: 'POST' }, (incoming) => incoming.pause())
  outgoing.on('error', () => {})
  outgoing.end()
  let before = 0
  const standsStill = () => {
    const isSame = written > 0 && written === before
    before = written
    return isSame
  }
  await expect.poll(standsStill, { interval: 1_000 }).toBe(true)
  expect(written).toBeLessThan(gigabyte / 8)
  expect(proxy.peak()).toBeLessThan(350)
  outgoing.destroy()
  await expect.poll(idle(proxy)).toBe(true)
})

test('a thousand streams at once: each client gets its own events, and they are judged', async () => {
  const waiting: (() => void)[] = []
  const target = await listening((incoming, outgoing) => {
    const name = incoming.headers['x-name']
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    outgoing.write(`data: ${name} 1\n\n`)
    waiting.push(() => outgoing.end(`data: ${name} 2\n\n`))
    if (waiting.length === 1_000) for (const go of waiting) go()
  })
  const proxy = await proxied(target)
  const agent = new Agent({ maxSockets: 1_000 })
  closing.push(() => agent.destroy())
  const one = (name: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const options = { method: 'POST', agent, headers: { 'x-name': name, 'content-type': 'application/json' } }
      const outgoing = request(`${proxy.url}/v1/messages`, options, (incoming) => {
        let heard = ''
        incoming.on('data', (bytes: Buffer) => {
          heard += String(bytes)
        })
        incoming.on('end', () => resolve(heard)).on('error', reject)
      })
      outgoing.on('error', reject)
      outgoing.end('{"stream":true}')
    })
  const names = Array.from({ length: 1_000 }, (_, number) => `n${number}`)
  expect(await Promise.all(names.map(one))).toEqual(names.map((name) => `data: ${name} 1\n\ndata: ${name} 2\n\n`))
  expect(proxy.peak()).toBeLessThan(400)
  await expect.poll(idle(proxy)).toBe(true)
  expect((await proxy.end()).report.limits).toEqual(['1000 of 1000 forwarded requests judged'])
})

test('clients that vanish, and a target that hangs, leave nothing behind', async () => {
  let open = 0
  const arrived = new Map<string, () => void>()
  const target = await listening((incoming, outgoing) => {
    open += 1
    outgoing.once('close', () => {
      open -= 1
    })
    if (incoming.url === '/v1/messages') outgoing.writeHead(200).write('begun')
    else arrived.get(String(incoming.headers['x-number']))?.()
  })
  const proxy = await proxied(target)
  const vanish = (path: string, number: number): Promise<void> =>
    new Promise((resolve) => {
      const headers = { 'x-number': number }
      const outgoing = request(`${proxy.url}${path}`, { method: 'POST', agent: false, headers })
      const go = (): void => void outgoing.destroy()
      outgoing.on('error', () => resolve()).on('close', () => resolve())
      outgoing.on('response', (incoming) => incoming.on('error', () => {}).once('data', go))
      arrived.set(String(number), go)
      outgoing.end('{}')
    })
  const paths = Array.from({ length: 300 }, (_, number) =>
    number % 2 === 0 ? '/v1/messages' : '/v1/images/generations',
  )
  await Promise.all(paths.map(vanish))
  await expect.poll(idle(proxy)).toBe(true)
  await expect.poll(() => open).toBe(0)
  const { status, report } = await proxy.end()
  expect([status, report.limits]).toEqual([
    3,
    ['0 of 300 forwarded requests judged; not judged: 300 cancelled by the client'],
  ])
})
