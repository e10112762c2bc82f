import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { expectGolden } from '../../../../tests/golden-file.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'openapi-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function openapi(...args: readonly string[]) {
  const io = capturedIo({ cwd: folder })
  return { status: await runCli(['openapi', ...args], io), out: io.out(), err: io.err() }
}

test('the document is printed and matches its golden file without schemas', async () => {
  const { status, out } = await openapi()
  expect(status).toBe(0)
  const { components, ...rest } = JSON.parse(out)
  const names = Object.fromEntries(
    Object.entries(components).map(([kind, named]) => [kind, Object.keys(named as object)]),
  )
  const shown = `${JSON.stringify({ ...rest, components: names }, null, 1)}\n`
  expectGolden(new URL('../golden/openapi.json', import.meta.url), shown)
})

test('the document is written to a file with the given server URL', async () => {
  const { out: printed } = await openapi()
  const url = 'https://gateway.example/api/'
  expect(await openapi('api.json', '--server', url)).toEqual({ status: 0, out: 'wrote api.json\n', err: '' })
  const written = JSON.parse(readFileSync(join(folder, 'api.json'), 'utf8'))
  expect(written).toEqual({ ...JSON.parse(printed), servers: [{ url: 'https://gateway.example/api' }] })
  expect(readdirSync(folder)).toEqual(['api.json'])
})

test.each([
  [['--server', 'gateway'], 'mgi: --server: the base URL "gateway" is not an http or https URL'],
  [['--server', 'https://user:pw@host/'], 'mgi: --server contains an @'],
  [['--server', 'https://host/?key=s3cret'], 'the base URL https://host was given with a query (?…)'],
  [['api.json/nested.json'], 'nested.json cannot be written'],
])('%j is a usage error', async (args, message) => {
  const { status, err } = await openapi(...args)
  expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining(message) })
  expect(err).not.toMatch(/s3cret|pw/)
})

test('only a file written by mgi is overwritten', async () => {
  expect(await openapi('own.json')).toMatchObject({ status: 0 })
  expect(await openapi('own.json')).toMatchObject({ status: 0 })
  writeFileSync(join(folder, 'mine.json'), '{ "openapi": "3.1.1" }')
  const message = 'mgi: mine.json: the file was not written by mgi; move it, or name another file\n'
  expect(await openapi('mine.json')).toEqual({ status: 2, out: '', err: message })
  expect(readFileSync(join(folder, 'mine.json'), 'utf8')).toBe('{ "openapi": "3.1.1" }')
})

test('the results and the evidence of a run are not replaced', async () => {
  const tool = '"tool": {"name": "model-gateway-conformance"}'
  writeFileSync(join(folder, 'results.json'), `{ "formatVersion": 2, ${tool} }`)
  const message = 'mgi: results.json: the file has the results of a run; move it, or name another file\n'
  expect(await openapi('results.json')).toEqual({ status: 2, out: '', err: message })
  writeFileSync(join(folder, 'exchanges.ndjson'), `{"kind":"header",${tool}}\n`)
  expect((await openapi('exchanges.ndjson')).err).toContain('has the evidence of a run')
})

test('a link is not replaced', async () => {
  symlinkSync(join(folder, 'nowhere'), join(folder, 'link.json'))
  const message = 'mgi: link.json: it is not a regular file; leave it out for standard output, or name another file\n'
  expect(await openapi('link.json')).toEqual({ status: 2, out: '', err: message })
})
