import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { examples } from '../../../../reports/examples.fixture.ts'
import { renderers } from '../../../../reports/index.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'no-evidence-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function mgi(...args: readonly string[]) {
  const io = capturedIo({ cwd: folder })
  return { status: await runCli(args, io), out: io.out(), err: io.err() }
}

test('text files and empty files are rejected as evidence', async () => {
  writeFileSync(join(folder, 'notes.txt'), '{"note":{}}\n')
  const { status, err } = await mgi('check', 'notes.txt')
  expect(status).toBe(2)
  expect(err).toMatch(
    /notes\.txt is not an evidence file of mgi, a HAR or a cassette: .*; mgi run writes exchanges\.ndjson, .*HAR\n$/,
  )
  appendFileSync(join(folder, 'nothing.ndjson'), '')
  expect((await mgi('check', 'nothing.ndjson')).status).toBe(2)
})

const results = renderers.json(examples.conforming())
const renders = 'it contains results, which mgi report FILE renders; mgi check judges the exchanges.ndjson beside it'

test.each([
  ['results.json', results, renders],
  ['flat.json', JSON.stringify(JSON.parse(results)), renders],
  ['report.html', renderers.html(examples.conforming()), 'it is a web page; name the exchanges.ndjson of the run'],
  ['junit.xml', renderers.junit(examples.conforming()), 'it is XML; name the exchanges.ndjson of the run'],
  ['evidence.gz', gzipSync('{"kind":"header"}'), 'it is compressed; unpack it first'],
  ['picture.png', Uint8Array.of(0x89, 0, 0), 'it is not text; name the exchanges.ndjson that mgi run writes'],
  [
    'spoilt.ndjson',
    '{"kind":"header","formatVersion":3,"tool":{"name":"model-gateway-conformance"}}\n',
    'it does not name its tool and target; mgi run writes exchanges.ndjson, a browser or a proxy exports HAR',
  ],
  [
    'words.txt',
    'just words\n',
    'it is not a JSON object; mgi run writes exchanges.ndjson, a browser or a proxy exports HAR',
  ],
])('%s is rejected with its apparent file type, and no file is written', async (name, bytes, why) => {
  const file = join(folder, name)
  writeFileSync(file, bytes)
  const before = readdirSync(folder)
  const answer = await mgi('check', name, '--out', 'never')
  expect({ ...answer, err: answer.err.replace(`mgi report ${file}`, 'mgi report FILE') }).toEqual({
    status: 2,
    out: '',
    err: `mgi: ${file} is not an evidence file of mgi, a HAR or a cassette: ${why}\n`,
  })
  expect(readdirSync(folder)).toEqual(before)
})

test('empty files and folders without evidence are rejected by name', async () => {
  writeFileSync(join(folder, 'empty.ndjson'), '')
  mkdirSync(join(folder, 'a-folder'))
  expect((await mgi('check', 'empty.ndjson')).err).toBe(
    `mgi: ${join(folder, 'empty.ndjson')} is empty; name the exchanges.ndjson that mgi run writes\n`,
  )
  expect((await mgi('check', 'a-folder')).err).toBe(
    `mgi: ${join(folder, 'a-folder')} has no files; name a folder with recordings, or the folder of a run\n`,
  )
})
