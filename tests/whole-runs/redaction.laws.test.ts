import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { credentialReplaced } from '../../conformance/core/model/exchange.ts'
import type { Report } from '../../conformance/core/model/report.ts'
import { capturedIo } from '../../conformance/product/cli/captured-io.fixture.ts'
import { runCli } from '../../conformance/product/cli/run-cli.ts'
import { startReferenceServer } from '../../reference-server/index.ts'
import { allResults, nameOf, type Result } from '../../reports/result.ts'
import { httpServer } from '../servers.ts'

const folder = mkdtempSync(join(tmpdir(), 'redaction-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Ran {
  readonly live: Report
  /** The report of the same run, judged again from its evidence. */
  readonly again: Report
  readonly texts: readonly string[]
  readonly bundle: number
  readonly verify: number
}

/** Runs with a key against a target that knows it, and judges the evidence again. */
async function ran(key: string, url: string): Promise<Ran> {
  const cwd = mkdtempSync(join(folder, 'run-'))
  const mgi = async (...words: readonly string[]) => {
    const io = capturedIo({ cwd })
    const status = await runCli(words, io)
    return { status, text: io.out() + io.err() }
  }
  const formats = 'json,html,junit,markdown,har,ndjson=events.ndjson'
  const areas = ['--area', 'token-usage,messages,content-generation']
  const run = await mgi('run', url, '--key', key, ...areas, '--profile', 'smoke', '--reporter', formats, '--out', 'out')
  const check = await mgi('check', 'out/exchanges.ndjson', '--out', 'again', '--reporter', formats)
  const bundle = await mgi('bundle', 'out', '--out', 'bundle')
  const verify = await mgi('verify', 'bundle')
  const files = readdirSync(cwd, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
  const read = (name: string) => JSON.parse(readFileSync(join(cwd, name, 'results.json'), 'utf8')) as Report
  const texts = [...files, ...[run, check, bundle, verify].map(({ text }) => text)]
  return { live: read('out'), again: read('again'), texts, bundle: bundle.status, verify: verify.status }
}

function verdicts({ requirements }: Report): readonly string[] {
  return requirements.map(({ id, verdict }) => `${id} ${verdict}`)
}

async function knowing<Result>(key: string, use: (url: string) => Promise<Result>): Promise<Result> {
  const server = await startReferenceServer({ keys: [key] })
  try {
    return await use(server.url)
  } finally {
    await server.close()
  }
}

const usual = await knowing('test-key', (url) => ran('test-key', url))

const printable = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code))
const words = ['message', 'text', 'url', 'data', 'end_turn', 'key', 'usage', 'error', 'role', 'models']
/** Draws short keys, long keys, and keys that contain words of the interface or start with the prefix. */
const anyKey = fc.oneof(
  fc.string({ unit: printable, minLength: 6, maxLength: 40 }),
  fc.constantFrom('q', 'x7', '1234', 'sk-1234', 'sk-x', 'local'),
  fc
    .tuple(fc.constantFrom('', 'sk-'), fc.constantFrom(...words), fc.stringMatching(/^[A-Z0-9]{4,8}$/))
    .map(([prefix, word, end]) => `${prefix}${word}-${end}`),
)

test('whatever the key, verdicts are the same, live and from the evidence, and it is in no file', async () => {
  await fc.assert(
    fc.asyncProperty(anyKey, async (key) => {
      const one = await knowing(key, (url) => ran(key, url))
      expect(verdicts(one.live)).toEqual(verdicts(usual.live))
      expect(verdicts(one.again)).toEqual(verdicts(one.live))
      expect([one.bundle, one.verify]).toEqual([usual.bundle, usual.verify])
      if (key.length >= 6) expect(one.texts.filter((text) => text.includes(key))).toEqual([])
    }),
    { numRuns: 5 },
  )
})

/**
 * Starts a gateway that repeats the key in every error, and in a header of every response. Its errors may also be
 * invalid.
 */
async function repeating(key: string, url: string, isBroken: boolean) {
  return httpServer((request, response) => {
    void forwarded(request, url).then(async (reply) => {
      const text = await reply.text()
      const said = reply.ok ? text : withKey(text, key, isBroken)
      const type = reply.headers.get('content-type')
      const types = type === null ? {} : { 'content-type': type }
      response.writeHead(reply.status, { ...types, 'x-key-seen': key }).end(said)
    })
  })
}

async function forwarded(request: IncomingMessage, url: string): Promise<Response> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const { host: _host, connection: _connection, ...headers } = request.headers
  const { method = 'GET', url: path = '' } = request
  const body = method === 'GET' ? {} : { body: Buffer.concat(pieces) }
  const own = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string])
  return fetch(url + path, {
    method,
    headers: own.filter(([name]) => !/^(content-length|accept-enc)/.test(name)),
    ...body,
  })
}

/** Returns an error body with the key in its message. An invalid one also has wrong values. */
function withKey(text: string, key: string, isBroken: boolean): string {
  try {
    const { error, ...rest } = JSON.parse(text)
    const message = `${error.message} (${key})`
    return JSON.stringify({ ...rest, error: { ...error, message, ...(isBroken ? { type: key, code: key } : {}) } })
  } catch {
    return text
  }
}

test('where a gateway says the key again, the evidence says not captured and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^(sk-)?[A-Za-z0-9]{10,30}$/), fc.boolean(), async (key, isBroken) => {
      const one = await knowing(key, async (url) => {
        const gateway = await repeating(key, url, isBroken)
        try {
          return await ran(key, gateway.url)
        } finally {
          await gateway.close()
        }
      })
      if (isBroken) expect(one.live.summary.verdict).toBe('nonconforming')
      else expect(verdicts(one.live)).toEqual(verdicts(usual.live))
      const judgedAgain = new Map(allResults(one.again).map((result) => [nameOf(result), result]))
      for (const result of allResults(one.live)) {
        const { verdict } = result
        const other = judgedAgain.get(nameOf(result)) as Result
        if (other.verdict === verdict) continue
        expect(other).toMatchObject({ verdict: 'inconclusive' })
        expect(other.reason).toContain(credentialReplaced)
      }
      expect(allResults(one.again).some(({ reason }) => reason.includes(credentialReplaced))).toBe(true)
      expect(one.bundle).toBe(0)
      expect(one.verify).toBe(3)
      expect(one.texts.filter((text) => text.includes(key))).toEqual([])
    }),
    {
      numRuns: 2,
      examples: [
        ['aKeyToSayAgain', false],
        ['sk-aKeyToSayAgain', true],
      ],
    },
  )
})
