import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { broken, brokenGateway, kept } from './broken-gateway.fixture.ts'

const { folder, run, update } = brokenGateway()

test('a list is written from failures, rejected without reasons and updated by later runs', async () => {
  const first = await run('--write-known-failures', 'list.yaml')
  expect(first.status).toBe(1)
  expect(first.err).toContain('wrote 1 known failure to list.yaml; 1 of them still needs a reason\n')
  const text = readFileSync(join(folder, 'list.yaml'), 'utf8')
  expect(text).toMatch(/^# yaml-language-server: \$schema=\S+\/schemas\/known-failures\/known-failures\.json\n/)
  expect(text).toContain(`- requirement: ${broken}\n  reason: "write here why this is known to fail"\n`)
  const rejected = await run('--known-failures', 'list.yaml')
  expect(rejected.status).toBe(2)
  expect(rejected.err).toBe(
    `mgi: list.yaml:7:3: the reason for ${broken} is still to be written; say why it is known to fail\n`,
  )
  writeFileSync(join(folder, 'list.yaml'), text.replace('write here why this is known to fail', 'GW-17: fixed in 2.4'))
  expect((await run('--known-failures', 'list.yaml', '--quiet')).status).toBe(0)
  writeFileSync(
    join(folder, 'list.yaml'),
    `- requirement: ${broken}\n  reason: fixed in 2.4\n- requirement: ${kept}\n  reason: was broken once\n`,
  )
  const partial = await run('--known-failures', 'list.yaml', '--write-known-failures', 'list.yaml')
  expect(partial.err).toContain('brought 2 known failures up to date in list.yaml\n')
  expect(await update('list.yaml')).toBe('brought 1 known failure up to date in list.yaml')
  const current = readFileSync(join(folder, 'list.yaml'), 'utf8')
  expect(current).toContain(`- requirement: ${broken}\n  reason: fixed in 2.4\n`)
  expect(current).not.toContain(kept)
  expect((await run('--known-failures', 'list.yaml', '--quiet')).status).toBe(0)
})

test('a glob that is too wide is narrowed to the failing requirements and keeps its reason', async () => {
  writeFileSync(join(folder, 'wide.yaml'), '- requirement: usage.*\n  reason: all of it is new\n  owner: us\n')
  await run('--known-failures', 'wide.yaml', '--write-known-failures', 'wide.yaml')
  expect(readFileSync(join(folder, 'wide.yaml'), 'utf8')).toContain('- requirement: usage.*\n')
  await update('wide.yaml')
  const text = readFileSync(join(folder, 'wide.yaml'), 'utf8')
  expect(text).toContain(`- requirement: ${broken}\n  reason: all of it is new\n  owner: us\n`)
  expect(text).not.toContain('write here why')
})

test('an inconclusive run does not change the list', async () => {
  const text = `- requirement: ${broken}\n  reason: fixed in 2.4\n`
  writeFileSync(join(folder, 'safe.yaml'), text)
  const args = ['--key', 'another-key', '--known-failures', 'safe.yaml', '--write-known-failures', 'safe.yaml']
  expect((await run(...args)).status).toBe(3)
  expect(readFileSync(join(folder, 'safe.yaml'), 'utf8')).toBe(text)
})

test('a list that cannot be written is one line on stderr, and the summary is printed', async () => {
  mkdirSync(join(folder, 'late.yaml.part'))
  const { status, out, err } = await run('--write-known-failures', 'late.yaml')
  expect(status).toBe(1)
  expect(err).toContain(`mgi: ${join(folder, 'late.yaml')} cannot be written (EISDIR)\n`)
  expect(err).not.toContain('internal error')
  expect(out).toContain('NONCONFORMING')
})

test('a list in place of a link is rejected', async () => {
  symlinkSync(join(folder, 'nowhere'), join(folder, 'link.yaml'))
  const { status, err } = await run('--write-known-failures', 'link.yaml')
  expect(status).toBe(2)
  expect(err).toBe('mgi: --write-known-failures link.yaml: it is not a regular file; name another file\n')
})

test.skipIf(process.getuid?.() === 0)('a list in a folder that cannot be written to is rejected', async () => {
  mkdirSync(join(folder, 'sealed'))
  chmodSync(join(folder, 'sealed'), 0o555)
  const { status, err } = await run('--write-known-failures', 'sealed/list.yaml')
  expect(status).toBe(2)
  expect(err).toContain('--write-known-failures sealed/list.yaml: this user cannot write to the folder sealed')
})

test('an existing file is not overwritten', async () => {
  writeFileSync(join(folder, 'precious.yaml'), 'keep me')
  const { status, err } = await run('--write-known-failures', 'precious.yaml')
  expect(status).toBe(2)
  expect(err).toContain('--write-known-failures precious.yaml: the file exists already')
  expect(readFileSync(join(folder, 'precious.yaml'), 'utf8')).toBe('keep me')
  expect(existsSync(join(folder, 'precious.yaml.part'))).toBe(false)
})
