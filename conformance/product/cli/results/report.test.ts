import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { examples } from '../../../../reports/examples.fixture.ts'
import { formats, renderers } from '../../../../reports/index.ts'
import type { OperationSummary, Report } from '../../../core/model/report.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'report-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function mgi(...args: readonly string[]) {
  const io = capturedIo({ cwd: folder })
  return { status: await runCli(args, io), out: io.out(), err: io.err() }
}

function results(change: (report: Report) => unknown = (report) => report, report = examples.nonconforming()): string {
  const file = join(folder, 'results.json')
  writeFileSync(file, JSON.stringify(change(structuredClone(report))))
  return file
}

test.each(
  Object.entries(examples),
)('results of the example %s have the exit status of their verdict', async (_name, example) => {
  const report = example()
  const { status, out, err } = await mgi('report', results(undefined, report))
  expect(status).toBe({ conforming: 0, 'no-new-failure': 0, nonconforming: 1, inconclusive: 3 }[report.summary.verdict])
  expect({ out, err }).toEqual({ out: renderers.terminal(report), err: '' })
})

test('every format is written as its renderer returns it', async () => {
  const report = examples.nonconforming()
  const list = formats.map((format) => `${format}=made/${format}`).join(',')
  const { out } = await mgi('report', results(), '--reporter', list, '--quiet')
  expect(out).toBe('')
  for (const format of formats)
    expect(readFileSync(join(folder, 'made', format), 'utf8')).toBe(renderers[format](report))
})

test('a run folder is accepted in place of results, and reports go to their requested paths', async () => {
  mkdirSync(join(folder, 'run'), { recursive: true })
  writeFileSync(join(folder, 'run/results.json'), readFileSync(results()))
  const { out } = await mgi('report', 'run', '--reporter', 'markdown=-')
  expect(out).toBe(renderers.markdown(examples.nonconforming()))
  await mgi('report', 'run', '--out', 'again')
  expect(['results.json', 'report.html', 'junit.xml'].every((name) => existsSync(join(folder, 'again', name)))).toBe(
    true,
  )
})

function changedOperation(change: (one: OperationSummary) => OperationSummary, place = 0) {
  return (report: Report): Report => ({
    ...report,
    operations: report.operations.map((one, index) => (index === place ? change(one) : one)),
  })
}

test.each<[string, (report: Report) => unknown, string]>([
  ['that are not an object', () => 7, 'it has no formatVersion'],
  ['that are null', () => null, 'it has no formatVersion'],
  [
    'of another version',
    (report) => ({ ...report, formatVersion: 3 }),
    'has the format version 3, and this version of mgi reads 2; use the version of mgi that wrote it',
  ],
  ['without requirements', ({ requirements: _gone, ...rest }) => rest, '/requirements is missing'],
  [
    'with an unknown verdict',
    (report) => ({ ...report, summary: { ...report.summary, verdict: 'great' } }),
    '/summary/verdict',
  ],
  [
    'with a wrong verdict',
    (report) => ({ ...report, summary: { ...report.summary, verdict: 'conforming' } }),
    'its verdict is conforming, but messages.stream-order on messages.stream failed',
  ],
  [
    'with a missing requirement',
    (report) => ({ ...report, requirements: report.requirements.slice(1) }),
    'its summary counts 3 pass, but lists 2',
  ],
  [
    'with an operation count that is too high',
    changedOperation(({ counts, ...rest }) => ({ ...rest, counts: { ...counts, pass: counts.pass + 1 } })),
    'its entry of content.generate counts 1 pass, but lists 0',
  ],
  [
    'with an operation that is better than its results',
    changedOperation((one) => (one.verdict === 'nonconforming' ? { ...one, verdict: 'conforming' } : one), 2),
    'its verdict of messages.create is conforming, but messages.reply-usage on messages.create failed',
  ],
  [
    'with a requirement that is better than its operations',
    ({ requirements: [first, ...others], ...report }) => ({
      ...report,
      requirements: [{ ...first!, verdict: 'observed' }, ...others],
    }),
    'it states observed for messages.reply-id, but the worst of its operations is pass',
  ],
  [
    'that list one operation twice',
    ({ operations, ...report }) => ({ ...report, operations: [...operations, ...operations] }),
    'it lists an operation twice',
  ],
  [
    'that list a requirement twice',
    (report) => ({ ...report, requirements: [...report.requirements, ...report.requirements] }),
    'it lists a requirement twice',
  ],
])('results %s are rejected with a one-line error', async (_what, change, message) => {
  const { status, out, err } = await mgi('report', results(change))
  expect({ status, out }).toEqual({ status: 2, out: '' })
  expect(err).toContain(message)
  expect(err.trimEnd().split('\n')).toHaveLength(1)
})

test('truncated or arbitrary files are rejected with a one-line error', async () => {
  const whole = JSON.stringify(examples.nonconforming())
  const file = join(folder, 'cut.json')
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.nat(whole.length - 1).map((end) => whole.slice(0, end)),
        fc.string({ unit: 'binary' }),
        fc.json(),
      ),
      async (text) => {
        writeFileSync(file, text)
        const { status, out, err } = await mgi('report', 'cut.json')
        expect({ status, out }).toEqual({ status: 2, out: '' })
        expect(err).toMatch(/^mgi: [^\p{Cc}\p{Zl}]*\n$/u)
      },
    ),
  )
})

test('unknown members are ignored with a warning', async () => {
  const { status, err } = await mgi(
    'report',
    results((report) => ({ ...report, novelty: 1 })),
  )
  expect(status).toBe(1)
  expect(err).toMatch(/results\.json has members that this version does not know; they are ignored\n$/)
})

test('a report never overwrites its results', async () => {
  const file = results()
  expect((await mgi('report', file, '--reporter', `ctrf=${file}`)).status).toBe(2)
  expect(readFileSync(file, 'utf8')).toBe(JSON.stringify(examples.nonconforming()))
})

test('an unwritable file is reported with status 3, and other files are still written', async () => {
  mkdirSync(join(folder, 'taken.part'), { recursive: true })
  const { status, err } = await mgi(
    'report',
    results(undefined, examples.conforming()),
    '--reporter',
    'json=taken,ctrf=free',
  )
  expect(status).toBe(3)
  expect(err).toBe(`mgi: ${join(folder, 'taken')} cannot be written (EISDIR)\n`)
  expect(existsSync(join(folder, 'free'))).toBe(true)
})

test('a folder in place of results.json is rejected', async () => {
  mkdirSync(join(folder, 'odd/results.json'), { recursive: true })
  const { status, err } = await mgi('report', 'odd')
  expect(status).toBe(2)
  expect(err).toBe(`mgi: ${join(folder, 'odd/results.json')} cannot be read (EISDIR); name another one\n`)
})
