import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brokenGateway } from '../../cli/known-failures/broken-gateway.fixture.ts'
import { readKnownFailures } from './read.ts'

const { folder, run, list } = brokenGateway()

test('a list below a file is rejected before anything is sent', async () => {
  writeFileSync(join(folder, 'plain.txt'), '')
  const written = await run('--write-known-failures', 'plain.txt/x.yaml', '--out', 'unsent')
  expect(written).toMatchObject({ status: 2 })
  expect(written.err).toContain('--write-known-failures plain.txt/x.yaml: plain.txt is not a folder; name another file')
  const read = await run('--known-failures', 'plain.txt/x.yaml', '--out', 'unsent')
  expect(read).toMatchObject({ status: 2 })
  expect(read.err).toContain(
    'mgi: --known-failures plain.txt/x.yaml: there is no such file; `mgi run --write-known-failures plain.txt/x.yaml` writes it, or name another one',
  )
  expect(existsSync(join(folder, 'unsent'))).toBe(false)
})

test.each([
  ['{}', 'bad.yaml:1:1: the file is a map of keys: give a list'],
  ['- requirement: a', 'bad.yaml:1:3: "reason" is missing in [0]'],
  ['- {requirement: a, reason: b, until: 2030-01-01}', 'bad.yaml:1:31: unknown key "until" in [0]'],
  [
    '- {requirement: a, reason: b, expires: 2030-13-01}',
    'bad.yaml:1:31: [0].expires is "2030-13-01": it is not a date of the calendar; write one like 2030-01-31',
  ],
])('the list %s is rejected with a one-line error', async (text, line) => {
  writeFileSync(join(folder, 'bad.yaml'), text)
  const { status, err } = await run('--known-failures', 'bad.yaml')
  expect(status).toBe(2)
  expect(err).toContain(`mgi: ${line}`)
})

test.each([
  'write here why this is known to fail',
  'To-do: ask the gateway team',
  'to-do'.replace('-', '').toUpperCase(),
  'to do',
  ' tbd, soon',
  '   ',
])('the placeholder reason %j is rejected', async (reason) => {
  const file = list('unreasoned.json', [{ requirement: 'usage.reply-message', reason }])
  expect(await run('--known-failures', file, '--out', 'unsent')).toEqual({
    status: 2,
    out: '',
    err: 'mgi: unreasoned.json:1:39: the reason for usage.reply-message is still to be written; say why it is known to fail\n',
  })
  expect(existsSync(join(folder, 'unsent'))).toBe(false)
})

test('a reason that only starts like a placeholder is accepted', () => {
  const file = list('reasoned.json', [{ requirement: 'a', reason: 'to do with the proxy, see GW-17' }])
  expect(readKnownFailures({ file: join(folder, file), name: file }).entries).toHaveLength(1)
})

test('all errors of a list are reported, and duplicates with both positions', async () => {
  writeFileSync(
    join(folder, 'bad.yaml'),
    '- {requirement: a, reason: b}\n- {requirement: c, reason: tbd}\n- {requirement: a, reason: d}\n',
  )
  expect((await run('--known-failures', 'bad.yaml')).err).toBe(
    [
      'mgi: bad.yaml:2:20: the reason for c is still to be written; say why it is known to fail\n',
      'mgi: bad.yaml:3:3: a is already listed at bad.yaml:1:3; remove one of them\n',
    ].join(''),
  )
})

test.each([
  ['--known-failures', '.', 'it is not a file; name a YAML or JSON file'],
  [
    '--known-failures',
    'nowhere.yaml',
    'there is no such file; `mgi run --write-known-failures nowhere.yaml` writes it, or name another one',
  ],
  ['--write-known-failures', '.', 'it is a folder; name a file in it'],
])('%s %s is rejected with an error that names the option', async (option, file, why) => {
  expect(await run(option, file)).toEqual({ status: 2, out: '', err: `mgi: ${option} ${file}: ${why}\n` })
})

test('an entry that matches no requirement is reported before anything is sent', async () => {
  writeFileSync(join(folder, 'wrong.yaml'), '- {requirement: usage.reply-mesage, reason: r}\n')
  const { status, err } = await run('--known-failures', 'wrong.yaml', '--plan')
  expect(status).toBe(0)
  expect(err).toBe(
    'mgi: wrong.yaml:1:4: no requirement matches usage.reply-mesage (did you mean "usage.reply-message"?), and that fails the run; correct it, or take it off the list\n',
  )
  writeFileSync(join(folder, 'wrong.yaml'), '- {requirement: message.*, reason: r}\n')
  expect((await run('--known-failures', 'wrong.yaml', '--plan')).err).toContain('(did you mean "messages.*"?)')
})
