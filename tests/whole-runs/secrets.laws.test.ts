import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as ask, createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { alteredRequest, type Exchange } from '../../conformance/core/model/exchange.ts'
import { wholeBody } from '../../conformance/core/model/whole-body.ts'
import { readEvidence } from '../../conformance/engine/record/evidence/read-evidence.ts'
import { capturedIo } from '../../conformance/product/cli/captured-io.fixture.ts'
import { runCli } from '../../conformance/product/cli/run-cli.ts'
import { type ReferenceServer, startReferenceServer } from '../../reference-server/index.ts'
import { type Echoed, echoingGateway } from '../hostile/echoing-gateway.ts'
import { finderOf, spellings } from '../hostile/forms-of-secrets.ts'
import { listening } from '../servers.ts'

const key = 'qX7-canary/4711"<&%y-Zw'
const imagesKey = 'sk-imagesCanary0815secret'
const [tenant, token] = ['tenant-canary-2342', 'headerCanary99887766']
const [user, password] = ['proxyCanaryUser', 'proxy-canary-5150']
const keys = [key, imagesKey]
const ofConfig = [...keys, tenant, token]
const secrets = [...ofConfig, user, password]

let server: ReferenceServer
beforeAll(async () => {
  server = await startReferenceServer({ keys: [key, imagesKey] })
})
afterAll(() => server.close())

const formats = 'html,json,junit,markdown,text,ctrf,har,badge,ndjson,github,terminal=terminal.txt'
const config = `
key: \${MAIN_KEY}
keys:
  images: \${IMAGES_KEY}
extraHeaders:
  all:
    x-tenant: { value: ${tenant}, secret: true }
  messages:
    x-token: \${TOKEN}
`

/** Starts a proxy that requires its password. */
async function proxyServer() {
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const proxy = createServer((request, response) => {
    const { 'proxy-authorization': login, ...headers } = request.headers
    if (login !== expected) return response.writeHead(407).end()
    const onward = ask(request.url ?? '', { method: request.method!, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    return request.pipe(onward)
  })
  const { url, close } = await listening(proxy)
  return { url: url.replace('http://', `http://${user}:${password}@`), close }
}

/** A folder for commands, and the search of all that they write and print. */
function workplace() {
  const cwd = mkdtempSync(join(tmpdir(), 'secrets-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  // The config contains the value of a header.
  const home = mkdtempSync(join(tmpdir(), 'secrets-config-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  writeFileSync(join(home, 'mgi.config.yaml'), config)
  const texts: string[] = []
  const env = { MAIN_KEY: key, IMAGES_KEY: imagesKey, TOKEN: token }
  const mgi = async (...words: readonly string[]) => {
    const io = capturedIo({ cwd, env })
    const status = await runCli(words, io)
    const text = io.out() + io.err()
    expect(text).not.toContain('internal error')
    texts.push(text)
    return { status, text }
  }
  const configured = (...words: readonly string[]) => mgi(...words, '--config', join(home, 'mgi.config.yaml'))
  return { cwd, mgi, configured, texts, env, config: join(home, 'mgi.config.yaml') }
}

type Workplace = ReturnType<typeof workplace>

interface Searched {
  readonly found: readonly string[]
  readonly bytes: number
}

/** Searches all files of a folder and all outputs, and the decoded bodies of evidence. */
async function searched({ cwd, texts }: Pick<Workplace, 'cwd' | 'texts'>, own = secrets): Promise<Searched> {
  const find = finderOf(own)
  const found = new Set<string>()
  let bytes = 0
  const look = (text: string, where: string): void => {
    bytes += text.length
    for (const one of find(text)) found.add(`${where}: ${one}`)
  }
  for (const text of texts) look(text, 'the output')
  const files = readdirSync(cwd, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name)
    look(name, 'the name of a file')
    look(readFileSync(path, 'latin1'), path.slice(cwd.length))
    if (!name.endsWith('exchanges.ndjson')) continue
    for (const { id, request, response } of await exchangesIn(path)) {
      look(Buffer.from(request.body).toString('latin1'), `the request ${id}`)
      const body = Buffer.from(wholeBody(response?.chunks ?? [])).toString('latin1')
      look(body, `the response ${id}`)
      look(joinedTexts(body), `the text of the stream ${id}`)
    }
  }
  return { found: [...found], bytes }
}

/** Puts the texts of a stream together, as a client does. */
function joinedTexts(body: string): string {
  return [...body.matchAll(/^data: .*"text_delta","text":"((?:[^"\\]|\\.)*)"/gm)].map(([, text]) => text).join('')
}

async function exchangesIn(path: string): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = []
  for await (const item of readEvidence(path)) if (item.kind === 'exchange') exchanges.push(item.exchange)
  return exchanges
}

async function gateway(echoed: Echoed, repeated = secrets) {
  const started = await echoingGateway(server.url, repeated, echoed)
  onTestFinished(() => started.close())
  return started
}

function assertHidden({ found, bytes }: Searched, echoes: number): void {
  expect(bytes).toBeGreaterThan(1_000_000)
  expect(echoes).toBeGreaterThan(2 * Object.keys(spellings).length)
  expect(found.slice(0, 5)).toEqual([])
}

test.each<[string, Echoed, readonly string[]]>([
  ['smoke', 'free texts', []],
  ['standard', 'free texts', ['--explore', '60']],
  ['smoke', 'every string', []],
  ['thorough', 'free texts', ['--max-time', '15']],
])('a run with the profile %s, whose target repeats secrets in %s, has none in any byte', async (...given) => {
  const [profile, echoed, options] = given
  const target = await gateway(echoed)
  const proxy = await proxyServer()
  onTestFinished(() => proxy.close())
  const at = workplace()
  const { cwd, mgi, configured } = at
  const words = ['--profile', profile, '--reporter', formats, '--seed', '1', '--out', 'out', ...options]
  const ran = await configured(
    'run',
    target.url,
    ...words,
    '--proxy',
    proxy.url,
    '--write-known-failures',
    'known.yaml',
  )
  expect(ran.text).not.toContain('usage error')
  const exchanges = await exchangesIn(join(cwd, 'out/exchanges.ndjson'))
  const altered = exchanges.filter((one) => alteredRequest(one).length > 0)
  if (profile !== 'smoke' && echoed === 'free texts') expect(altered.length).toBeGreaterThan(0)
  for (const { id } of [...altered.slice(0, 2), ...exchanges.slice(0, 1)]) {
    const { text } = await configured('run', target.url, '--proxy', proxy.url, '--replay', id, '--out', 'out')
    if (altered.some((one) => one.id === id)) expect(text).toContain('not sent as before: a label replaces a secret')
  }
  if (profile !== 'thorough') await judgedAndShown(mgi)
  assertHidden(await searched(at), target.count())
})

/** Runs each command that reads the files of a run. */
async function judgedAndShown(mgi: Workplace['mgi']): Promise<void> {
  await mgi('check', 'out/exchanges.ndjson', '--reporter', formats, '--out', 'again')
  await mgi('check', 'out/exchanges.har', '--reporter', formats, '--out', 'from-har')
  await mgi('report', 'out', '--reporter', formats, '--out', 'rendered')
  expect(await mgi('bundle', 'out', '--out', 'bundle')).toMatchObject({ status: 0 })
  expect([0, 3]).toContain((await mgi('verify', 'bundle')).status)
  await mgi('diff', 'out', 'again')
  await mgi('compare', 'out', 'again')
  await mgi('examples', 'out/exchanges.ndjson', '--save', 'examples')
}

test('merged shards of a run have no secret in any byte', async () => {
  const target = await gateway('free texts', ofConfig)
  const at = workplace()
  const options = ['--profile', 'smoke', '--seed', '1', '--area', 'messages,images']
  for (const index of [1, 2])
    await at.configured('run', target.url, ...options, '--shard', `${index}/2`, '--out', `shard${index}`)
  const merged = await at.mgi('merge', 'shard1', 'shard2', '--reporter', formats, '--out', 'merged')
  expect(merged.text).toContain('merged')
  assertHidden(await searched(at, ofConfig), target.count())
})

test('what mgi watch shows, prints and writes has no secret in any byte', async () => {
  const target = await gateway('free texts', ofConfig)
  const { cwd, texts, env, config: file } = workplace()
  const stdin = new PassThrough()
  const io = capturedIo({ cwd, env, stdin })
  const options = ['--profile', 'smoke', '--area', 'token-usage,images', '--seed', '1', '--out', 'out']
  const watching = runCli(['watch', target.url, '--config', file, ...options], io)
  const rounds = () => io.err().split('Waiting for changes').length - 1
  await expect.poll(rounds, { timeout: 60_000 }).toBe(1)
  stdin.write('\n')
  await expect.poll(rounds, { timeout: 60_000 }).toBe(2)
  const page = /Page: (\S+)/.exec(io.err())![1]!
  const pages = await Promise.all([page, `${page}report`].map(async (one) => (await fetch(one)).text()))
  const shown = pages.join('')
  expect(shown).toContain('«key:valid»')
  stdin.write('q\n')
  await watching
  expect(io.err()).toContain('again (Enter)')
  assertHidden(await searched({ cwd, texts: [...texts, io.out(), io.err(), shown] }, ofConfig), target.count())
})

test.each([
  ['bodies', ['--keep', 'bodies']],
  ['no bodies', []],
])('a proxy that keeps %s has no key in any byte', async (_, kept) => {
  // A proxy knows keys only.
  const target = await gateway('free texts', keys)
  const at = workplace()
  const end = new AbortController()
  const io = capturedIo({ cwd: at.cwd, env: at.env, signal: end.signal })
  let listens: (url: string) => void = () => {}
  const url = new Promise<string>((resolve) => (listens = resolve))
  const stdout = { write: (text: string) => [io.stdout.write(text), listens(text.trim())] }
  const words = ['--target', target.url, '--config', at.config, '--save-examples', 'saved', '--admin-port', '0']
  const proxying = runCli(['proxy', ...words, ...kept, '--reporter', formats, '--out', 'proxied'], { ...io, stdout })
  const client = workplace()
  await client.configured('run', await url, '--profile', 'smoke', '--seed', '1')
  const metrics = /metrics at (\S+)/.exec(io.err())![1]!
  const shown = await (await fetch(metrics)).text()
  end.abort()
  await proxying
  await at.mgi('examples', 'proxied', '--save', 'examples')
  const texts = [...at.texts, io.out(), io.err(), shown]
  assertHidden(await searched({ cwd: at.cwd, texts }, keys), target.count())
})
