import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Exchange } from '../../core/model/exchange.ts'
import { judge, judgeEach, readHar } from './judge.ts'

const folder = mkdtempSync(join(tmpdir(), 'judge-each-'))
afterAll(() => rmSync(folder, { recursive: true }))

const fixture = readFileSync(new URL('../../../fixtures/cassettes/vcrpy.json', import.meta.url), 'utf8')

function ofHost(host: string): string {
  const file = join(folder, `${host}.json`)
  writeFileSync(file, fixture.replaceAll('gateway.test', host))
  return file
}

test('each host in recordings has its own report', async () => {
  const files = ['a.test', 'b.test'].map((host) => readHar(ofHost(host), { key: 'test-key' }))
  const reports = await judgeEach(files)
  expect(reports.map(({ target, summary }) => [target.url, summary.requests])).toEqual([
    ['http://a.test', 6],
    ['http://b.test', 6],
  ])
  await expect(judge(files)).rejects.toThrow('name one as target, or use judgeEach')
})

test('vendor header names in recordings are those of the specification, unless vendorHeaders is empty', async () => {
  const file = ofHost('c.test')
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('provider-version', 'anthropic-version'))
  const specified = async (about: Parameters<typeof readHar>[1]) => {
    const names = new Set<string>()
    const onExchange = ({ request }: Exchange) => request.headers.forEach(([name]) => names.add(name))
    await judge(readHar(file, { key: 'test-key', ...about }), { onExchange })
    return names.has('provider-version')
  }
  expect(await specified({})).toBe(true)
  expect(await specified({ vendorHeaders: [] })).toBe(false)
  expect(await specified({ vendorHeaders: ['anthropic'] })).toBe(true)
})
