import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startReferenceServer } from '../../../reference-server/index.ts'
import type { Report } from '../../model/report.ts'
import { capturedIo } from '../captured-io.golden.ts'
import { runCli } from '../run-cli.ts'
import { readKnownFailures } from './read.ts'
import { writeKnownFailures } from './write.ts'

const folder = mkdtempSync(join(tmpdir(), 'known-'))
let server: Awaited<ReturnType<typeof startReferenceServer>>
beforeAll(async () => {
  server = await startReferenceServer({ keys: ['a-secret-key'], faults: ['usage-message-null'] })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

async function mgi(...args: readonly string[]) {
  const io = capturedIo({ cwd: folder, env: { MGI_API_KEY: 'a-secret-key' } })
  return { status: await runCli(args, io), out: io.out(), err: io.err() }
}

const run = (...more: readonly string[]) => mgi('run', server.url, '--area', 'token-usage', ...more)
const report = (out = 'mgi-report') => JSON.parse(readFileSync(join(folder, out, 'results.json'), 'utf8')) as Report

function list(name: string, entries: readonly object[]): string {
  writeFileSync(join(folder, name), JSON.stringify(entries))
  return name
}

/** The evidence of the last run as if it had sent everything. */
function whole(): string {
  const evidence = readFileSync(join(folder, 'mgi-report/exchanges.ndjson'), 'utf8')
  writeFileSync(join(folder, 'whole.ndjson'), evidence.replace(/"limits":\[[^\]]*\]/, '"limits":[]'))
  return 'whole.ndjson'
}

/** Has a list brought up to date by a run that sent everything. */
async function update(name: string): Promise<string> {
  await mgi('check', whole(), '--known-failures', name, '--out', 'updated', '--quiet')
  const file = join(folder, name)
  const options = { groups: undefined, entries: readKnownFailures(file, name), write: { file, name, replaces: true } }
  return `${writeKnownFailures(report('updated'), options)}`
}

const broken = 'usage.reply-message'
const kept = 'usage.plain-request-accepted'

test('what is known to fail does not fail the run, which says so', async () => {
  const file = list('good.json', [{ requirement: broken, reason: 'mended in 2.4', owner: 'us', expires: '2999-12-31' }])
  const { status, out } = await run('--known-failures', file)
  expect(status).toBe(0)
  expect(out).toContain(`CONFORMING  conforming but for 1 known failure (${broken})`)
  expect(out).not.toContain('✗ FAIL')
  const entry = `Known failures - ${broken} still fails, and is excused: mended in 2.4 (owner us, until 2999-12-31)`
  expect(out.replace(/\s+/g, ' ')).toContain(entry)
  const { summary, knownFailures, requirements } = report()
  expect(summary).toMatchObject({ verdict: 'conforming', excused: 1, counts: { fail: 1 } })
  expect(knownFailures).toEqual([
    {
      pattern: broken,
      reason: 'mended in 2.4',
      owner: 'us',
      expires: '2999-12-31',
      state: 'excuses',
      requirements: [broken],
    },
  ])
  expect(requirements.find(({ id }) => id === broken)).toMatchObject({ verdict: 'fail', known: broken })
})

test('evidence is judged alike with the same list, and fails without it', async () => {
  const again = await mgi('check', 'mgi-report/exchanges.ndjson', '--known-failures', 'good.json', '--out', 'again')
  expect(again.status).toBe(0)
  expect(report('again').summary).toEqual(report().summary)
  expect(report('again').knownFailures).toEqual(report().knownFailures)
  expect((await mgi('check', 'mgi-report/exchanges.ndjson', '--quiet')).status).toBe(1)
})

test('an entry expires by the day of the run, however long ago that was', async () => {
  const evidence = readFileSync(join(folder, 'mgi-report/exchanges.ndjson'), 'utf8')
  writeFileSync(
    join(folder, 'old.ndjson'),
    evidence.replace(/"startedAt":"[^"]*"/, '"startedAt":"2020-06-01T23:30:00.000Z"'),
  )
  const check = async (expires: string) => {
    const file = list('until.json', [{ requirement: broken, reason: 'r', expires }])
    return (await mgi('check', 'old.ndjson', '--known-failures', file)).status
  }
  expect(await check('2020-06-01')).toBe(0)
  expect(await check('2020-05-31')).toBe(1)
})

test.each([
  ['passes now', { requirement: kept, reason: 'r' }, `${kept} passes now, so take it off the list`],
  [
    'matches nothing',
    { requirement: 'usage.no-such-*', reason: 'r' },
    'usage.no-such-* matches no requirement, so correct it or take it off the list',
  ],
])('a list with an entry that %s fails the run, with the remedy', async (_, entry, remedy) => {
  const file = list('stale.json', [{ requirement: broken, reason: 'r' }, entry])
  const { status, out } = await mgi('check', whole(), '--known-failures', file)
  expect(status).toBe(1)
  expect(out.replaceAll(/\s+/g, ' ')).toContain(`NONCONFORMING the list of known failures is out of date: ${remedy}`)
})

test('what passes in a run that did not send everything is not stale, which every report says', async () => {
  const file = list('early.json', [
    { requirement: broken, reason: 'r' },
    { requirement: kept, reason: 'r' },
  ])
  const args = ['--known-failures', file, '--out', 'early', '--reporter', 'json,markdown,html']
  const { status, out } = await mgi('check', 'mgi-report/exchanges.ndjson', ...args)
  expect(status).toBe(0)
  const words = 'passed in a run that did not send everything'
  expect(out.replaceAll(/\s+/g, ' ')).toContain(`${kept} ${words}: r`)
  expect(out).not.toContain('was not put to the test')
  expect(report('early').knownFailures?.[1]).toMatchObject({ state: 'untested', requirements: [kept] })
  expect(readFileSync(join(folder, 'early/report.html'), 'utf8')).toContain(`what it names ${words}`)
})

test('an entry about what the run did not judge does no harm', async () => {
  const file = list('other.json', [
    { requirement: broken, reason: 'r' },
    { requirement: 'messages.reply-id', reason: 'r' },
  ])
  expect((await mgi('check', 'mgi-report/exchanges.ndjson', '--known-failures', file, '--quiet')).status).toBe(0)
})

test('a list is written of what failed, refused until reasons are given, and then brought up to date', async () => {
  const first = await run('--write-known-failures', 'list.yaml')
  expect(first.status).toBe(1)
  expect(first.err).toContain('wrote 1 known failure to list.yaml; 1 of them still needs a reason\n')
  const text = readFileSync(join(folder, 'list.yaml'), 'utf8')
  expect(text).toMatch(/^# yaml-language-server: \$schema=\S+\/schemas\/known-failures\/known-failures\.json\n/)
  expect(text).toContain(`- requirement: ${broken}\n  reason: "TODO: say why this is known to fail"\n`)
  const refused = await run('--known-failures', 'list.yaml')
  expect(refused.status).toBe(2)
  expect(refused.err).toBe(
    `mgi: list.yaml:6:3: the reason for ${broken} is still to be written; say why it is known to fail\n`,
  )
  writeFileSync(
    join(folder, 'list.yaml'),
    `- requirement: ${broken}\n  reason: mended in 2.4\n- requirement: ${kept}\n  reason: was broken once\n`,
  )
  const partial = await run('--known-failures', 'list.yaml', '--write-known-failures', 'list.yaml')
  expect(partial.err).toContain('brought 2 known failures up to date in list.yaml\n')
  expect(await update('list.yaml')).toBe('brought 1 known failure up to date in list.yaml')
  const current = readFileSync(join(folder, 'list.yaml'), 'utf8')
  expect(current).toContain(`- requirement: ${broken}\n  reason: mended in 2.4\n`)
  expect(current).not.toContain(kept)
  expect((await run('--known-failures', 'list.yaml', '--quiet')).status).toBe(0)
})

test('a glob that has become too wide is narrowed to what still fails, with its reason', async () => {
  writeFileSync(join(folder, 'wide.yaml'), '- requirement: usage.*\n  reason: all of it is new\n  owner: us\n')
  await run('--known-failures', 'wide.yaml', '--write-known-failures', 'wide.yaml')
  expect(readFileSync(join(folder, 'wide.yaml'), 'utf8')).toContain('- requirement: usage.*\n')
  await update('wide.yaml')
  const text = readFileSync(join(folder, 'wide.yaml'), 'utf8')
  expect(text).toContain(`- requirement: ${broken}\n  reason: all of it is new\n  owner: us\n`)
  expect(text).not.toContain('TODO')
})

test('a run that came to nothing leaves the list alone', async () => {
  const text = `- requirement: ${broken}\n  reason: mended in 2.4\n`
  writeFileSync(join(folder, 'safe.yaml'), text)
  const args = ['--key', 'another-key', '--known-failures', 'safe.yaml', '--write-known-failures', 'safe.yaml']
  expect((await run(...args)).status).toBe(3)
  expect(readFileSync(join(folder, 'safe.yaml'), 'utf8')).toBe(text)
})

test('a file that is there already is not written over', async () => {
  writeFileSync(join(folder, 'precious.yaml'), 'keep me')
  const { status, err } = await run('--write-known-failures', 'precious.yaml')
  expect(status).toBe(2)
  expect(err).toContain('--write-known-failures precious.yaml: the file is there already')
  expect(readFileSync(join(folder, 'precious.yaml'), 'utf8')).toBe('keep me')
  expect(existsSync(join(folder, 'precious.yaml.part'))).toBe(false)
})

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
