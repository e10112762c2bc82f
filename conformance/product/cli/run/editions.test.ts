import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ReferenceServer, startReferenceServer } from '../../../../reference-server/index.ts'
import { validate } from '../../../../schemas/index.ts'
import type { Report } from '../../../core/model/report.ts'
import { type Edition, editions } from '../../../specification/editions/edition.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'

// An edition from before the requirement that the server violates, as if the suite had added it since.
const all = editions() as Edition[]
const { 'usage.reply-code': _later, ...requirements } = all[0]!.requirements
const old: Edition = { ...all[0]!, edition: '2026-01', requirements }

const folder = mkdtempSync(join(tmpdir(), 'editions-'))
let server: ReferenceServer
beforeAll(async () => {
  all.unshift(old)
  server = await startReferenceServer({ faults: ['usage-code-missing'] })
  await run('old', '--edition', '2026-01')
  await run('new')
})
afterAll(async () => {
  all.shift()
  await server.close()
  rmSync(folder, { recursive: true })
})

async function mgi(...args: readonly string[]) {
  const io = capturedIo({ cwd: folder })
  return { status: await runCli(args, io), out: io.out(), err: io.err() }
}

const reporters = ['json', 'html', 'junit', 'markdown', 'terminal=terminal.txt', 'text', 'ctrf', 'badge']
const quietly = ['--quiet', '--reporter', 'json']
const run = (out: string, ...args: readonly string[]) =>
  mgi('run', server.url, '--key', 'test-key', '--area', 'token-usage', '--out', out, ...quietly, ...args)

const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const report = (name: string): Report => JSON.parse(read(`${name}/results.json`)) as Report
const verdictOf = (name: string): string => report(name).summary.verdict

test('what came after an edition is observed, and changes no verdict and no count', async () => {
  expect((await run('again', '--edition', '2026-01')).status).toBe(0)
  const [older, newer] = [report('old'), report('new')]
  expect([older.edition, older.summary.verdict]).toEqual(['2026-01', 'conforming'])
  expect([newer.edition, newer.summary.verdict]).toEqual([editions().at(-1)?.edition, 'nonconforming'])
  expect(older.requirements.find(({ id }) => id === 'usage.reply-code')).toMatchObject({
    verdict: 'observed',
    level: 'unspecified',
    notInEdition: true,
  })
  const total = ({ summary }: Report) => Object.values(summary.counts).reduce((sum, one) => sum + one, 0)
  expect(total(older)).toBe(total(newer) - 1)
  expect(validate('results/results', older).violations).toEqual([])
})

test.each(reporters.map((one) => one.split('=')[0]!))('the report %s names the edition', async (format) => {
  await mgi('report', 'old', '--out', 'rendered', '--reporter', `${format}=${format}.txt`)
  expect(read(`${format}.txt`)).toContain('2026-01')
})

test.each([
  'terminal',
  'text',
  'markdown',
  'html',
  'junit',
])('the report %s shows apart what came later', async (format) => {
  await mgi('report', 'old', '--out', 'rendered', '--reporter', `${format}=${format}.txt`)
  const text = read(`${format}.txt`)
  expect(text).toContain('Not in edition 2026-01')
  expect(text).toContain('failed on usage.token')
})

test('the config names the edition, and an unknown one is rejected with its line before anything is sent', async () => {
  writeFileSync(join(folder, 'old.yaml'), 'edition: 2026-01\n')
  expect((await run('configured', '--config', 'old.yaml')).status).toBe(0)
  writeFileSync(join(folder, 'unknown.yaml'), 'areas: [token-usage]\nedition: 2026-13\n')
  const { status, err } = await run('none', '--config', 'unknown.yaml')
  expect({ status, err }).toEqual({
    status: 2,
    err: expect.stringMatching(
      /unknown\.yaml:2:\d+: there is no edition "2026-13" .*this version knows 2026-01, 2026-12/,
    ),
  })
  expect(existsSync(join(folder, 'none'))).toBe(false)
})

test('check judges evidence by the edition of its run, and by another one that is named', async () => {
  expect((await mgi('check', 'old', '--quiet')).status).toBe(0)
  expect((await mgi('check', 'old', '--edition', '2026-12', '--quiet')).status).toBe(1)
  expect((await mgi('check', 'new', '--edition', '2026-01', '--quiet')).status).toBe(0)
})

test('merge rejects runs of two editions, and judges them by the one that is named', async () => {
  const { status, err } = await mgi('merge', 'old', 'new', '--out', 'merged')
  expect({ status, err }).toEqual({
    status: 2,
    err: expect.stringMatching(
      /was judged by edition 2026-01, and .* by edition 2026-12; name one of them with --edition/,
    ),
  })
  expect((await mgi('merge', 'old', 'new', '--out', 'merged', '--edition', '2026-01', ...quietly)).status).toBe(0)
  expect(report('merged').edition).toBe('2026-01')
  expect((await mgi('check', 'merged', '--quiet')).status).toBe(0)
})

test('compare rejects results of two editions, and judges them by the one that is named', async () => {
  const { status, err } = await mgi('compare', 'old', 'new')
  expect({ status, err }).toEqual({
    status: 2,
    err: expect.stringContaining('old was judged by edition 2026-01, and new by edition 2026-12'),
  })
  await mgi('compare', 'old', 'new', '--edition', '2026-12', '--reporter', 'json=matrix.json')
  const { sides } = JSON.parse(read('matrix.json')) as { sides: { verdict: string; edition: string }[] }
  expect(sides.map(({ verdict, edition }) => [verdict, edition])).toEqual([
    ['nonconforming', '2026-12'],
    ['nonconforming', '2026-12'],
  ])
})

test('a bundle is verified by the edition of its run, and --edition requires one', async () => {
  expect((await mgi('bundle', 'old', '--out', 'bundle')).status).toBe(0)
  expect(await mgi('verify', 'bundle', '--edition', '2026-01')).toMatchObject({ status: 0 })
  expect(await mgi('verify', 'bundle', '--edition', '2026-12')).toMatchObject({
    status: 1,
    out: expect.stringContaining('it was judged by edition 2026-01, not by 2026-12'),
  })
})

test('a requirement of the user counts, whatever the edition', async () => {
  writeFileSync(
    join(folder, 'acme.mjs'),
    `export default { id: 'acme.tag', endpoint: 'usage.token', kind: 'exchange', section: 'acme', dimension: 'field',
       level: 'stated', needs: [], statement: 'Every response has x-acme.', appliesTo: () => true,
       *check() { yield { message: 'x-acme is missing' } } }`,
  )
  expect((await run('own', '--edition', '2026-01', '--plugin', 'acme.mjs')).status).toBe(1)
  expect(verdictOf('own')).toBe('nonconforming')
})

test('a list of known failures of a newer edition is not out of date in an older one', async () => {
  writeFileSync(join(folder, 'known.yaml'), '- requirement: usage.reply-code\n  reason: known\n')
  expect((await run('known', '--known-failures', 'known.yaml')).status).toBe(0)
  expect((await run('known', '--edition', '2026-01', '--known-failures', 'known.yaml')).status).toBe(0)
})

test('requirements lists those of an edition, and what another one has besides', async () => {
  expect((await mgi('requirements', '--edition', '2026-01')).out).not.toContain('usage.reply-code')
  expect((await mgi('requirements', '--edition', '2026-12', '--against', '2026-01')).out).toMatch(
    /^\+ usage\.reply-code {2}stated.* {2}\S.*\n$/,
  )
  expect((await mgi('requirements', '--edition', '2026-01', '--against', '2026-12')).out).toMatch(
    /^- usage\.reply-code {2}stated\S*.*\n$/,
  )
})
