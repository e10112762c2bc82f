import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { examplesIn } from '../../config/examples.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { cassette } from '../check/recordings.fixture.ts'
import { runCli } from '../run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'examples-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function mgi(...args: readonly string[]) {
  const io = capturedIo({ cwd: folder })
  return { status: await runCli(args, io), err: io.err() }
}

test('requests of a recording are saved as examples without the words of users', async () => {
  const text = cassette({}, { id: 'msg_2', headers: { 'request-id': 'req_2' } })
  writeFileSync(join(folder, 'one.json'), text.replaceAll('Name a color.', 'My aunt Zebra'))
  expect(await mgi('examples', 'one.json', '--save', 'saved')).toEqual({ status: 0, err: '1 new example saved\n' })
  const [name] = readdirSync(join(folder, 'saved'))
  const file = join(folder, 'saved', name!)
  expect(examplesIn(file)).toMatchObject([{ operation: 'messages.create', value: { body: { max_tokens: 64 } } }])
  expect(readFileSync(file, 'utf8')).not.toMatch(/aunt|Zebra|key-1/)
  expect(await mgi('examples', 'one.json', '--save', 'saved')).toEqual({ status: 0, err: '0 new examples saved\n' })
})

test('a recording and an output folder are required', async () => {
  expect(await mgi('examples', '--save', 'saved')).toMatchObject({ status: 2 })
  expect(await mgi('examples', 'one.json')).toEqual({
    status: 2,
    err: 'mgi: examples needs a folder to write to: --save DIR\n',
  })
  expect(await mgi('examples', 'one.json', '--save', 'one.json')).toEqual({
    status: 2,
    err: 'mgi: --save one.json: it is not a folder; name another one\n',
  })
})
