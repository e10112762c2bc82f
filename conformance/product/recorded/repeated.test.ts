import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { httpServer } from '../../../tests/servers.ts'
import type { Report } from '../../core/model/report.ts'
import { capturedIo } from '../cli/captured-io.fixture.ts'
import { type Asked, cassette, message } from '../cli/check/recordings.fixture.ts'
import { whileProxying } from '../cli/proxy/while-proxying.fixture.ts'
import { runCli } from '../cli/run-cli.ts'

const usual = { 'content-type': 'application/json', 'x-api-key': 'key-1', 'provider-version': '2023-06-01' }
const keyed = { ...usual, 'idempotency-key': 'once' }
const wrong = (id: string) => ({ ...message(id), stop_reason: 'stop_sequence' })

async function checked(...asked: readonly Asked[]): Promise<Report> {
  const cwd = mkdtempSync(join(tmpdir(), 'repeated-'))
  writeFileSync(join(cwd, 'one.json'), cassette(...asked))
  await runCli(['check', 'one.json', '--quiet', '--reporter', 'json=report.json'], capturedIo({ cwd }))
  const report = JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8')) as Report
  rmSync(cwd, { recursive: true })
  return report
}

const found = ({ requirements }: Report) =>
  requirements
    .find(({ id }) => id === 'messages.stop-sequence-agrees')
    ?.operations.flatMap(({ findings, violating }) => (violating === 0 ? [] : [{ count: findings.length, violating }]))

test('exchanges that repeat another are counted, and their finding is told once', async () => {
  const ids = ['msg_1', 'msg_2', 'msg_3']
  const report = await checked(...ids.map((id) => ({ id, reply: wrong(id), sent: keyed })))
  expect(report.summary).toMatchObject({ requests: 3, repeated: { exchanges: 2, sameKey: 2 } })
  expect(report.limits).toContain('2 exchanges repeat the request of another; 2 of them have its Idempotency-Key')
  expect(found(report)).toEqual([{ count: 1, violating: 3 }])
})

test.each<[string, Asked, { readonly exchanges: number; readonly sameKey: number } | undefined]>([
  ['the same request and no key', { sent: usual }, { exchanges: 1, sameKey: 0 }],
  ['the same request and another key', { sent: { ...keyed, 'idempotency-key': 'more' } }, { exchanges: 1, sameKey: 0 }],
  ['another version', { sent: { ...keyed, 'provider-version': '2023-01-01' } }, undefined],
])('an exchange with %s is told as what it is', async (_, asked, repeated) => {
  const report = await checked({ id: 'msg_1', sent: keyed }, { id: 'msg_2', ...asked })
  expect(report.summary.repeated).toEqual(repeated)
})

test('the proxy counts the retries of a client also after it has forgotten exchanges', async () => {
  let count = 0
  const target = await httpServer((incoming, outgoing) => {
    incoming.resume()
    count += 1
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(wrong(`msg_${count}`)))
  })
  const body = JSON.stringify({
    model: 'messages-model-1',
    max_tokens: 64,
    messages: [{ role: 'user', content: 'Hi' }],
  })
  await whileProxying(
    ['--target', target.url, '--quiet', '--remember', '2'],
    async (url) => {
      for (const headers of [keyed, keyed, usual, usual])
        await (await fetch(`${url}/v1/messages`, { method: 'POST', headers, body })).text()
    },
    ({ report }) => expect(report.summary.repeated).toEqual({ exchanges: 2, sameKey: 1 }),
  )
  await target.close()
})

test('equal replies to different keys do not have unique ids', async () => {
  const uniqueIn = async (key: string) => {
    const asked = { id: 'msg_1', headers: { 'request-id': key }, sent: { ...keyed, 'idempotency-key': key } }
    const report = await checked({ id: 'msg_1', sent: keyed }, asked)
    return report.requirements.find(({ id }) => id === 'messages.reply-id-unique')?.verdict
  }
  expect([await uniqueIn('once'), await uniqueIn('more')]).toEqual(['pass', 'fail'])
})
