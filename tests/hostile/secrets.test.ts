import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { header } from '../../conformance/core/model/exchange.ts'
import { readEvidence } from '../../conformance/engine/record/evidence/read-evidence.ts'
import { capturedIo } from '../../conformance/product/cli/captured-io.fixture.ts'
import { runCli } from '../../conformance/product/cli/run-cli.ts'
import { httpServer } from '../servers.ts'
import { type Echo, echoes } from './echoes.ts'
import { forget, runMgiHere } from './run-mgi.ts'
import { traceOf } from './traces-of.ts'

const secret = 'can/ary+4711"<&k=%y-ZZ'
const plain = 'canaryPlain4711secret'
const formats = 'html,json,junit,markdown,terminal'

test.each([
  ['everything special in it', secret],
  ['letters and digits only', plain],
  ['sk- before it', `sk-${plain}`],
])('a key with %s, given away in every way, is in nothing that is written or printed', async (_, key) => {
  const given = new Map<string, number>()
  const names = Object.keys(echoes)
  let count = 0
  const server = await httpServer((request, response) => {
    request.resume()
    const name = names[count++ % names.length] as string
    given.set(name, (given.get(name) ?? 0) + 1)
    ;(echoes[name] as Echo)(response, presented(request.headers.authorization, key), request)
  })
  const options = [
    '--profile',
    'standard',
    '--area',
    'token-usage,messages',
    '--max-requests',
    '70',
    '--max-time',
    '300',
  ]
  const ended = await runMgiHere(server.url, [...options, '--key', key, '--timeout', '5', '--reporter', formats])
  try {
    expect(names.filter((name) => !given.has(name))).toEqual([])
    const evidence = join(ended.folder, 'out', 'exchanges.ndjson')
    const checking = capturedIo({ cwd: ended.folder })
    await runCli(['check', evidence, '--out', 'again', '--reporter', formats], checking)
    const again = ['results.json', 'report.html', 'report.md', 'junit.xml'].map((name) =>
      readFileSync(join(ended.folder, 'again', name), 'utf8'),
    )
    const texts = [...Object.values(ended.files), ...again, ended.stdout, ended.stderr, checking.out(), checking.err()]
    expect(ended.stderr).not.toContain('internal error')
    expect(texts.flatMap((text) => traceOf(text, key) ?? [])).toEqual([])
    for await (const body of bodiesIn(evidence)) expect(traceOf(body, key)).toBeUndefined()
    expect(texts.join('')).toContain('«key:valid»')
  } finally {
    await server.close()
    forget(ended)
  }
})

/** Returns the key that the target received, or the key itself if the target received another one. */
function presented(authorization: string | undefined, key: string): string {
  return authorization?.includes(key) === true ? authorization.slice('Bearer '.length) : key
}

/** Yields the bodies in the evidence, decoded as far as possible. */
async function* bodiesIn(file: string): AsyncGenerator<string> {
  for await (const item of readEvidence(file)) {
    if (item.kind !== 'exchange' || item.exchange.response === null) continue
    const { headers, chunks } = item.exchange.response
    const bytes = Buffer.concat(chunks.map((chunk) => chunk.bytes))
    yield bytes.toString('latin1')
    const coding = header(headers, 'content-encoding') ?? ''
    for (const undo of [gunzipSync, inflateSync, brotliDecompressSync]) yield undone(bytes, undo, coding)
  }
}

function undone(bytes: Buffer, undo: (bytes: Buffer, options: object) => Buffer, coding: string): string {
  try {
    const once = undo(bytes, { finishFlush: 2 })
    return (coding.includes(',') ? undo(once, { finishFlush: 2 }) : once).toString('latin1')
  } catch {
    return ''
  }
}

test('a redirect to another host takes no key there', async () => {
  const visits: string[] = []
  const stranger = await httpServer((request, response) => {
    visits.push(`${request.url} ${JSON.stringify(request.headers)}`)
    response.end('{}')
  })
  const server = await httpServer((_, response) => response.writeHead(302, { location: `${stranger.url}/here` }).end())
  const ended = await runMgiHere(server.url, ['--area', 'token-usage', '--profile', 'smoke', '--max-time', '300'])
  try {
    expect(ended.status).toBe(3)
    expect(visits).toEqual([])
    expect(ended.stderr).toContain(`it redirects to ${stranger.url}/here`)
  } finally {
    await Promise.all([server.close(), stranger.close()])
    forget(ended)
  }
})
