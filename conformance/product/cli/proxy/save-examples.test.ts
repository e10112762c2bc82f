import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ReferenceServer, startReferenceServer } from '../../../../reference-server/index.ts'
import type { Report } from '../../../core/model/report.ts'
import { catalogue } from '../../../specification/catalogue.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'
import { whileProxying } from './while-proxying.fixture.ts'

const key = 'customer-key-one-4711'
const folder = mkdtempSync(join(tmpdir(), 'saved-examples-'))
let server: ReferenceServer
beforeAll(async () => {
  server = await startReferenceServer({ keys: [key] })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

/** Sends the templates of some operations with model names of a vendor. */
async function sendTemplates(url: string, ...operations: readonly string[]): Promise<void> {
  for (const { operation: id, value } of catalogue.templates.filter(({ operation }) =>
    operations.includes(operation),
  )) {
    const { method, path, headers, body } = catalogue.operations.find((one) => one.id === id)!.write(value)
    const lines = headers.map(([name, text]): [string, string] => [name, text.replace('«key:valid»', key)])
    const asked = path.replace(encodeURIComponent('«key:valid»'), key)
    await (await fetch(url + asked, { method, headers: lines, body: Buffer.from(body) })).arrayBuffer()
  }
}

const textOf = (name: string): string =>
  readdirSync(join(folder, name))
    .map((file) => readFileSync(join(folder, name, file), 'utf8'))
    .join('\n')

test('distinct requests are saved once without user text, and conform when run as examples', async () => {
  const send = (url: string) => sendTemplates(url, 'messages.create', 'content.generate', 'images.edit')
  const args = ['--target', server.url, '--save-examples', join(folder, 'bare')]
  await whileProxying(args, send, ({ report }) => expect(report.limits[1]).toMatch(/^[2-9]\d new examples saved$/))
  await whileProxying(args, send, ({ report }) => expect(report.limits[1]).toBe('0 new examples saved'))
  expect(textOf('bare')).not.toMatch(/Oslo|customer-key/)
  const count = readdirSync(join(folder, 'bare')).length
  writeFileSync(join(folder, 'mgi.config.json'), JSON.stringify({ target: server.url, key, examples: ['./bare'] }))
  const io = capturedIo({ cwd: folder })
  const status = await runCli(
    ['run', '--profile', 'smoke', '--area', 'messages,content-generation,images', '--quiet', '--reporter', 'json'],
    io,
  )
  expect([status, io.err()]).toEqual([0, ''])
  const sent = readFileSync(join(folder, 'mgi-report/exchanges.ndjson'), 'utf8').match(/"id":"[\w.]+\/example\/\d+"/g)
  expect(new Set(sent).size).toBe(count)
  const { coverage } = JSON.parse(readFileSync(join(folder, 'mgi-report/results.json'), 'utf8')) as Report
  expect(coverage).toBeDefined()
})

test('--keep bodies preserves user text in examples, and invalid requests are not saved', async () => {
  const send = async (url: string): Promise<void> => {
    for (const content of ['What is my aunt Ottilie allergic to?', 7])
      await fetch(`${url}/v1/messages`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'provider-version': '2023-06-01', 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'a-model-of-ours', max_tokens: 9, messages: [{ role: 'user', content }] }),
      }).then((response) => response.arrayBuffer())
  }
  const args = ['--target', server.url, '--keep', 'bodies', '--save-examples', join(folder, 'full')]
  await whileProxying(args, send, ({ report }) => expect(report.limits[1]).toBe('1 new example saved'))
  const [example] = JSON.parse(textOf('full')) as readonly { readonly body: object }[]
  expect(example?.body).toMatchObject({
    model: 'messages-model-1',
    messages: [{ content: expect.stringContaining('Ottilie') }],
  })
})
