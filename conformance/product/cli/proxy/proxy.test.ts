import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as tlsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startReferenceServer } from '../../../../reference-server/index.ts'
import { serve } from '../../../../tests/serve.ts'
import { httpServer } from '../../../../tests/servers.ts'
import type { Report } from '../../../core/model/report.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'
import { whileProxying } from './while-proxying.fixture.ts'

const words = 'What is my aunt Ottilie allergic to?'
const ask = { model: 'messages-model-1', max_tokens: 64, messages: [{ role: 'user', content: words }] }

function asked(url: string, headers: Record<string, string> = {}, body: object = ask): Promise<Response> {
  return fetch(`${url}/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'provider-version': '2023-06-01', ...headers },
    body: JSON.stringify(body),
  })
}

const withKey = { 'x-api-key': 'customer-key-one-4711' }

test('violations are reported by requirement, without user text and keys', async () => {
  const server = await startReferenceServer({
    faults: ['messages-foreign-stop-reason'],
    keys: ['customer-key-one-4711'],
  })
  await whileProxying(
    ['--target', server.url, '--admin-port', '0'],
    async (url, second) => {
      expect((await asked(url, withKey)).status).toBe(200)
      expect(await (await fetch(`${second}/healthz`)).text()).toBe('ok\n')
      const metrics = await fetch(`${second}/metrics`)
      expect(metrics.headers.get('content-type')).toContain('openmetrics-text')
      expect(await metrics.text()).toContain('mgi_proxy_judged_total 1\n')
    },
    ({ status, report, out, err, file }) => {
      expect([status, report.summary.verdict]).toEqual([1, 'nonconforming'])
      expect(report.limits).toEqual(['1 of 1 forwarded request judged'])
      const all = `${out}${err}${file('results.json')}${file('report.html')}${file('junit.xml')}`
      expect(all).not.toContain('Ottilie')
      expect(all).not.toContain('customer-key-one')
      expect(all).toContain('bodies are judged and dropped')
      expect(() => file('exchanges.ndjson')).toThrow('ENOENT')
    },
  )
  await server.close()
})

test('bodies are stored only with --keep bodies, and without keys', async () => {
  const server = await startReferenceServer({ keys: ['customer-key-one-4711'] })
  await whileProxying(
    ['--target', server.url, '--keep', 'bodies'],
    async (url) => void (await (await asked(url, withKey)).text()),
    ({ status, err, file }) => {
      expect(status).toBe(0)
      expect(err).toContain('including user text, are written')
      const evidence = file('exchanges.ndjson')
      expect(evidence).toContain('Ottilie')
      expect(evidence).not.toContain('customer-key-one')
      expect(evidence).toContain('«key:valid»')
    },
  )
  await server.close()
})

test.each([
  ['does not forward the client address by default', [], undefined],
  ['forwards the client address with --forwarded', ['--forwarded'], '127.0.0.1'],
])('the proxy %s', async (_what, options, address) => {
  const seen: unknown[] = []
  const target = await httpServer((incoming, outgoing) => {
    seen.push(incoming.headers['x-forwarded-for'])
    outgoing.end('{}')
  })
  await whileProxying(
    ['--target', target.url, '--quiet', ...options],
    async (url) => void (await (await asked(url, withKey)).text()),
    () => expect(seen).toEqual([address]),
  )
  await target.close()
})

test('masked text appears in no output, and the verdict is unchanged', async () => {
  const body = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'messages-model-1',
    stop_reason: 'FOREIGN',
    content: [{ type: 'text', text: 'nuts' }],
    stop_sequence: null,
    usage: { input_tokens: 2, output_tokens: 1 },
  }
  const { url: target } = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const args = [
    '--target',
    target,
    '--keep',
    'bodies',
    '--mask',
    'Ott\\w+',
    '--mask',
    'FOREIGN',
    '--save-examples',
    'saved',
  ]
  await whileProxying(
    args,
    async (url, _second, err) => {
      await (await asked(url, withKey)).text()
      await expect.poll(err).toContain('failed: messages.stop-reason-listed')
    },
    ({ status, out, err, file }) => {
      expect(status).toBe(1)
      const files = [
        'results.json',
        'report.html',
        'junit.xml',
        'exchanges.ndjson',
        '../saved/messages.create-001.json',
      ]
      const all = [out, err, ...files.map(file)].join('')
      expect(err).toContain('failed: messages.stop-reason-listed')
      expect(all).toContain('aunt «masked» allergic')
      expect(all).not.toMatch(/Ottilie|FOREIGN/)
    },
  )
})

test('stored evidence in several files of a folder can be judged again', async () => {
  const server = await startReferenceServer({ keys: ['customer-key-one-4711'] })
  const folder = mkdtempSync(join(tmpdir(), 'kept-'))
  await whileProxying(
    ['--target', server.url, '--keep', 'bodies'],
    async (url) => void (await (await asked(url, withKey)).text()),
    ({ file }) => {
      writeFileSync(join(folder, 'exchanges-3.ndjson'), file('exchanges.ndjson'))
      const again = file('exchanges.ndjson').replaceAll(/"startedAt":"\d{4}/g, '"startedAt":"2001')
      writeFileSync(join(folder, 'exchanges-4.ndjson'), again)
    },
  )
  await server.close()
  const io = capturedIo({ cwd: folder })
  expect(await runCli(['check', '.', '--reporter', 'json=-'], io)).toBe(1)
  const { summary, requirements } = JSON.parse(io.out()) as Report
  expect(summary.requests).toBe(2)
  // Both files contain the same reply, and therefore the same id twice.
  expect(requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toEqual([
    'messages.reply-id-unique',
  ])
  rmSync(folder, { recursive: true })
})

test('a request without a key is judged if other requests have one', async () => {
  let count = 0
  const body = () => ({
    id: `msg_${count++}`,
    type: 'message',
    role: 'assistant',
    model: 'messages-model-1',
    stop_reason: 'end_turn',
    content: [{ type: 'text', text: 'nuts' }],
    stop_sequence: null,
    usage: { input_tokens: 2, output_tokens: 1 },
  })
  const { url: target } = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body()))
  })
  const failedOf = async (...headers: Record<string, string>[]): Promise<readonly string[]> => {
    let failed: readonly string[] = []
    const send = async (url: string): Promise<void> => {
      for (const one of headers) await (await asked(url, one)).text()
    }
    await whileProxying(['--target', target], send, ({ report }) => {
      failed = report.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
    })
    return failed
  }
  expect(await failedOf(withKey)).toEqual([])
  expect((await failedOf(withKey, {})).join()).toContain('messages.key-missing-rejected')
  // The credential of these clients is unknown.
  expect(await failedOf({})).toEqual([])
  expect(await failedOf(withKey, { cookie: 'session=1' })).toEqual([])
})

test('SIGUSR2 writes reports, --sample judges a share, and forgotten exchanges stay counted', async () => {
  const server = await startReferenceServer({ keys: ['customer-key-one-4711'] })
  await whileProxying(
    ['--target', server.url, '--sample', '1/3', '--remember', '5'],
    async (url, _second, err) => {
      for (let count = 0; count < 60; count += 1) await (await asked(url, withKey)).text()
      process.emit('SIGUSR2')
      await expect.poll(err).toContain('wrote results.json')
      for (let count = 0; count < 30; count += 1) await (await asked(url, withKey)).text()
    },
    ({ status, report, err }) => {
      expect(status).toBe(0)
      expect(err.match(/wrote results.json/g)).toHaveLength(2)
      const [told, forgotten] = report.limits
      const [, judged] =
        /^(\d+) of 90 forwarded requests judged; not judged: \d+ left out by --sample$/.exec(told!) ?? []
      expect(report.summary.requests).toBe(Number(judged))
      expect(report.traffic).toMatchObject([{ endpoint: 'messages.create', requests: Number(judged) }])
      expect(forgotten).toMatch(/^\d*[05] of them were forgotten, except for counts, verdicts and first findings/)
    },
  )
  await server.close()
})

test('a violation is reported with its exchange after other exchanges are forgotten', async () => {
  let count = 0
  const body = () => ({
    id: `msg_${count++}`,
    type: 'message',
    role: 'assistant',
    model: 'messages-model-1',
    stop_reason: count === 2 ? 'bored' : 'end_turn',
    stop_sequence: null,
    content: [{ type: 'text', text: 'nuts' }],
    usage: { input_tokens: 2, output_tokens: 1 },
  })
  const { url: target } = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body()))
  })
  await whileProxying(
    ['--target', target, '--remember', '3'],
    async (url) => {
      for (let sent = 0; sent < 10; sent += 1) await (await asked(url, withKey)).text()
    },
    ({ status, report }) => {
      expect([status, report.limits[1]]).toEqual([1, expect.stringContaining('9 of them were forgotten')])
      const [failed, ...others] = report.requirements.filter(({ verdict }) => verdict === 'fail')
      expect([failed?.id, others]).toEqual(['messages.stop-reason-listed', []])
      expect(failed?.operations[0]).toMatchObject({
        exchanges: 10,
        violating: 1,
        findings: [{ exchange: 'p-000000002' }],
      })
      expect(report.exchanges.map(({ id }) => id)).toContain('p-000000002')
    },
  )
})

test('plugin requirements are judged, and an invalid plugin is a usage error', async () => {
  const server = await startReferenceServer({ keys: ['customer-key-one-4711'] })
  const folder = mkdtempSync(join(tmpdir(), 'plugin-'))
  const plugin = join(folder, 'acme.js')
  const needed =
    "{ id: 'acme.request-id', endpoint: 'messages.create', kind: 'exchange', section: 'acme', dimension: 'field', level: 'stated', needs: [], statement: 'Every response has x-acme.', appliesTo: () => true, *check({ exchange }) { if (!exchange.response.headers.some(([name]) => name === 'x-acme')) yield { message: 'x-acme is missing' } } }"
  writeFileSync(plugin, `export default ${needed}`)
  await whileProxying(
    ['--target', server.url, '--plugin', plugin],
    async (url) => void (await (await asked(url, withKey)).text()),
    ({ status, report }) => {
      expect(status).toBe(1)
      expect(report.requirements.find(({ id }) => id === 'acme.request-id')?.verdict).toBe('fail')
    },
  )
  writeFileSync(join(folder, 'seven.js'), 'export default 7')
  const io = capturedIo({ cwd: folder })
  expect(await runCli(['proxy', '--target', server.url, '--plugin', 'seven.js'], io)).toBe(2)
  expect(io.err()).toContain('the plugin ')
  await server.close()
  rmSync(folder, { recursive: true })
})

test('the proxy serves TLS and accepts a custom CA for the target', async () => {
  const file = (name: string): string =>
    fileURLToPath(new URL(`../../../../tests/certificates/${name}`, import.meta.url))
  await whileProxying(
    [
      '--target',
      'https://127.0.0.1:9',
      '--ca',
      file('authority.pem'),
      '--cert',
      file('server.pem'),
      '--key-file',
      file('server.key'),
    ],
    async (url) => {
      expect(url).toMatch(/^https:/)
      const status = await new Promise((resolve, reject) => {
        const outgoing = tlsRequest(url, { rejectUnauthorized: false, agent: false }, (incoming) => {
          incoming.resume()
          resolve(incoming.statusCode)
        })
        outgoing.once('error', reject).end()
      })
      expect(status).toBe(502)
    },
    ({ status, report }) => expect([status, report.summary.verdict]).toEqual([3, 'inconclusive']),
  )
})

test.each([
  [[], 'mgi proxy --target URL'],
  [['--target', 'http://h', '--sample', '2/1'], 'write N/M'],
  [['--target', 'http://h', '--sample', 'x'], 'write N/M'],
  [['--target', 'http://h', '--keep', 'keys'], 'expected bodies'],
  [['--target', 'http://h', '--cert', 'a'], 'give --cert and --key-file'],
  [['--target', 'http://h', '--host', 'no.such.host.invalid'], '--host no.such.host.invalid is not an address'],
  [['--target', 'nonsense'], 'nonsense'],
])('%j is a usage error', async (args, message) => {
  const io = capturedIo({ cwd: join('/', 'tmp') })
  expect(await runCli(['proxy', ...args], io)).toBe(2)
  expect(io.err()).toContain(message)
})
