import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allResults } from '../../../../../reports/result.ts'
import type { Report, ReportedFinding } from '../../../../core/model/report.ts'
import { capturedIo } from '../../captured-io.fixture.ts'
import { runCli } from '../../run-cli.ts'

const certificates = fileURLToPath(new URL('../../../../../tests/certificates/', import.meta.url))
const pem = (name: string) => readFileSync(certificates + name, 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'said-again-'))

/** A server that requires a certificate of the authority. */
const target = createSecureServer(
  { key: pem('server.key'), cert: pem('server.pem'), ca: pem('authority.pem'), requestCert: true },
  (_, response) => response.setHeader('content-type', 'application/json').end('{}'),
)

/** A proxy that counts tunnels and requires the password. */
const proxy = createServer()
let tunnels = 0
proxy.on('connect', ({ url = '', headers }, socket) => {
  if (headers['proxy-authorization'] !== `Basic ${Buffer.from('ann:hunter2-secret').toString('base64')}`)
    return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
  tunnels += 1
  const on = connect(Number(url.split(':')[1]), '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
  on.on('error', () => socket.destroy())
  socket.on('error', () => on.destroy())
  return socket.pipe(on).pipe(socket)
})

const listening = (server: Server) =>
  new Promise<number>((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))
let [url, through] = ['', '']

beforeAll(async () => {
  mkdirSync(join(folder, 'my certs'))
  for (const name of ['authority.pem', 'client.pem', 'client.key'])
    copyFileSync(certificates + name, join(folder, 'my certs', name))
  url = `https://127.0.0.1:${await listening(target)}`
  through = `http://ann:hunter2-secret@127.0.0.1:${await listening(proxy)}`
})
afterAll(() => {
  for (const server of [target, proxy]) {
    server.close()
    server.closeAllConnections()
  }
  rmSync(folder, { recursive: true })
})

const selected = ['--requirement', 'usage.*', '--profile', 'smoke', '--quiet', '--reporter', 'json']

async function findingOf(out: string, ...options: readonly string[]): Promise<Required<ReportedFinding>> {
  await runCli(['run', ...options, ...selected, '--out', out], capturedIo({ cwd: folder, env }))
  const text = readFileSync(join(folder, out, 'results.json'), 'utf8')
  expect(text).not.toContain('hunter2')
  const report = JSON.parse(text) as Report
  return allResults(report).flatMap(({ findings }) => findings)[0] as Required<ReportedFinding>
}

const client = ['--cert', 'my certs/client.pem', '--cert-key', 'my certs/client.key']
const env = { MGI_API_KEY: 'a-secret-key' }

/** Runs a `replay` command as a user would paste it into a shell. */
async function copied(replay: string, variables: Readonly<Record<string, string>> = env) {
  const words = execFileSync('sh', ['-c', `printf '%s\\0' ${replay.replace(/^npx mgi /, '')}`], { env: variables })
  const io = capturedIo({ cwd: folder, env: variables })
  return { status: await runCli(words.toString().split('\0').slice(0, -1), io), out: io.out(), err: io.err() }
}

test('a copied replay command reaches the target as the run did', async () => {
  const authority = ['--ca', 'my certs/authority.pem']
  const { replay, curl } = await findingOf(
    'all of it',
    url,
    ...authority,
    ...client,
    '--proxy',
    through,
    '--timeout',
    '7',
  )
  const again =
    "--ca 'my certs/authority.pem' --cert 'my certs/client.pem' --cert-key 'my certs/client.key' " +
    '--proxy "${HTTPS_PROXY:?the proxy with its user name and password}" --timeout 7'
  expect(replay).toMatch(new RegExp(`^npx mgi run ${url} --replay \\S+ --out 'all of it' --ca`))
  expect(replay.endsWith(again)).toBe(true)
  expect(curl).toContain(
    "--cacert 'my certs/authority.pem' --cert 'my certs/client.pem' --key 'my certs/client.key' --proxy \"${HTTPS_PROXY:?",
  )
  const before = tunnels
  expect(await copied(replay, { ...env, HTTPS_PROXY: through })).toMatchObject({
    status: 1,
    err: '',
    out: expect.stringContaining('answer: 200, now 200'),
  })
  expect(tunnels).toBe(before + 1)
})

test('a replay command repeats --insecure', async () => {
  const { replay, curl } = await findingOf('believed', url, '--insecure', ...client)
  expect(replay).toMatch(/ --insecure$/)
  expect(curl).toContain(' --insecure --cert ')
  expect(await copied(replay)).toMatchObject({ status: 1, out: expect.stringContaining('now 200') })
})

test('a replay command omits options of the config file and names a key that overrides it', async () => {
  const config = `target: ${url}\nkey: \${UNSET}\ntls: { ca: my certs/authority.pem, cert: my certs/client.pem, key: my certs/client.key }\ntimeout: 9\n`
  writeFileSync(join(folder, 'mine.yaml'), config)
  const { replay } = await findingOf('configured', '--config', 'mine.yaml', '--key', env.MGI_API_KEY)
  expect(replay).toMatch(/^npx mgi run --config mine\.yaml --replay \S+ --out configured --key "\$MGI_API_KEY"$/)
  expect(await copied(replay)).toMatchObject({ status: 1, out: expect.stringContaining('now 200') })
})
