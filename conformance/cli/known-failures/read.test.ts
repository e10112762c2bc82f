import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brokenGateway } from './broken-gateway.golden.ts'

const { folder, run } = brokenGateway()

test('lists below a file are refused before anything is sent', async () => {
  writeFileSync(join(folder, 'plain.txt'), '')
  const written = await run('--write-known-failures', 'plain.txt/x.yaml', '--out', 'unsent')
  expect(written).toMatchObject({ status: 2 })
  expect(written.err).toContain('--write-known-failures plain.txt/x.yaml: plain.txt is not a folder; name another file')
  const read = await run('--known-failures', 'plain.txt/x.yaml', '--out', 'unsent')
  expect(read).toMatchObject({ status: 2 })
  expect(read.err).toContain('mgi: there is no file plain.txt/x.yaml')
  expect(existsSync(join(folder, 'unsent'))).toBe(false)
})

test.each([
  ['{}', 'bad.yaml:1:1: the file is a map of keys: give a list'],
  ['- requirement: a', 'bad.yaml:1:3: "reason" is missing in [0]'],
  ['- {requirement: a, reason: b, until: 2030-01-01}', 'bad.yaml:1:31: there is no key "until" in [0]'],
  [
    '- {requirement: a, reason: b, expires: 2030-13-01}',
    'bad.yaml:1:31: [0].expires is "2030-13-01": it is no date like 2030-01-31',
  ],
])('the list %s is refused in one line', async (text, line) => {
  writeFileSync(join(folder, 'bad.yaml'), text)
  const { status, err } = await run('--known-failures', 'bad.yaml')
  expect(status).toBe(2)
  expect(err).toContain(`mgi: ${line}`)
})
