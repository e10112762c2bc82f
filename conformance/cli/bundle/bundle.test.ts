import { generateKeyPairSync } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../model/report.ts'
import { capturedIo } from '../captured-io.golden.ts'
import { runCli } from '../run-cli.ts'
import { jsonText } from './contents.ts'
import { filesIn, listed } from './digests.ts'
import { makeBundle } from './make-bundle.ts'
import type { Manifest } from './manifest.ts'
import { readHeader } from './read-header.ts'

const folder = mkdtempSync(join(tmpdir(), 'bundle-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function mgi(...args: readonly string[]) {
  const io = capturedIo({ cwd: folder })
  return { status: await runCli(args, io), out: io.out(), err: io.err() }
}

function keys(name: string): void {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(join(folder, `${name}.pem`), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeFileSync(join(folder, `${name}.pub.pem`), publicKey.export({ type: 'spki', format: 'pem' }))
}

const at = (...names: readonly string[]) => join(folder, ...names)

beforeAll(async () => {
  keys('ours')
  keys('theirs')
  await mgi('run', '--area', 'token-usage', '--out', 'run', '--quiet')
  expect((await mgi('bundle', 'run', '--sign', 'ours.pem')).status).toBe(0)
}, 120_000)

/** A copy of the bundle to do harm to. */
function copy(): string {
  const name = mkdtempSync(at('copy-'))
  cpSync(at('mgi-bundle'), name, { recursive: true })
  return name
}

/** What a careful forger does: the digests of the manifest are right again. */
async function relisted(bundle: string): Promise<void> {
  const manifest = JSON.parse(readFileSync(join(bundle, 'manifest.json'), 'utf8')) as Manifest
  const files = await Promise.all(manifest.files.map(({ name }) => listed(bundle, name)))
  writeFileSync(join(bundle, 'manifest.json'), jsonText({ ...manifest, files }))
}

test('a bundle holds, and its key vouches for it', async () => {
  const { status, out } = await mgi('verify', 'mgi-bundle', '--key', 'ours.pub.pem')
  expect(status).toBe(0)
  expect(out).toMatch(/^(✓ .*\n){5}\nthe bundle holds: conforming\n/)
  expect(filesIn(at('mgi-bundle')).files).toEqual([
    'README.md',
    'attestation.json',
    'config.json',
    'exchanges.ndjson',
    'manifest.json',
    'reports/badge.svg',
    'reports/junit.xml',
    'reports/report.html',
    'reports/report.md',
    'results.json',
  ])
})

test('what was left out stands on its front', async () => {
  const { summary } = JSON.parse(readFileSync(at('mgi-bundle/manifest.json'), 'utf8')) as Manifest
  expect(summary.caveats).toContain('only the areas token-usage')
  expect(summary.caveats).toContain('the target is the embedded reference server, not a gateway')
  expect(readFileSync(at('mgi-bundle/README.md'), 'utf8')).toContain('- only the areas token-usage')
})

test('the statement is an in-toto test result about every file', () => {
  const envelope = JSON.parse(readFileSync(at('mgi-bundle/attestation.json'), 'utf8')) as Record<string, string>
  expect(envelope['payloadType']).toBe('application/vnd.in-toto+json')
  const statement = JSON.parse(Buffer.from(envelope['payload']!, 'base64').toString()) as Record<string, unknown>
  expect(statement).toMatchObject({
    _type: 'https://in-toto.io/Statement/v1',
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: { result: 'WARNED', failedTests: [], configuration: [{ name: 'config.json' }] },
  })
  const subject = (statement['subject'] as { name: string }[]).map(({ name }) => name).sort()
  expect(subject).toEqual(filesIn(at('mgi-bundle')).files.filter((name) => name !== 'attestation.json'))
})

describe('a bundle does not hold', () => {
  const names = [
    'README.md',
    'config.json',
    'exchanges.ndjson',
    'results.json',
    'reports/badge.svg',
    'reports/junit.xml',
    'reports/report.html',
    'reports/report.md',
  ]
  const harm: [string, (bundle: string) => unknown][] = [
    ...names.flatMap((name): [string, (bundle: string) => unknown][] => [
      [
        `with ${name} altered`,
        (bundle) => writeFileSync(join(bundle, name), `${readFileSync(join(bundle, name), 'utf8')} `),
      ],
      [`with ${name} emptied`, (bundle) => truncateSync(join(bundle, name))],
      [`with ${name} removed`, (bundle) => rmSync(join(bundle, name))],
    ]),
    ['with a file added', (bundle) => writeFileSync(join(bundle, 'reports/more.html'), '')],
    [
      'with a link in place of a file',
      (bundle) => [
        renameSync(join(bundle, 'README.md'), at('moved.md')),
        symlinkSync(at('moved.md'), join(bundle, 'README.md')),
      ],
    ],
    [
      'with two files swapped',
      (bundle) => {
        renameSync(join(bundle, 'reports/report.md'), join(bundle, 'swap'))
        renameSync(join(bundle, 'reports/report.html'), join(bundle, 'reports/report.md'))
        renameSync(join(bundle, 'swap'), join(bundle, 'reports/report.html'))
      },
    ],
    [
      'with evidence that was cut off',
      (bundle) =>
        truncateSync(join(bundle, 'exchanges.ndjson'), readFileSync(join(bundle, 'exchanges.ndjson')).length - 40),
    ],
    [
      'with a front that promises more',
      (bundle) => {
        const file = join(bundle, 'manifest.json')
        writeFileSync(file, readFileSync(file, 'utf8').replace('only the areas token-usage', 'everything'))
      },
    ],
    ['with a signature that is none', (bundle) => writeFileSync(join(bundle, 'attestation.json'), '{"payloadType":1}')],
    [
      'with a statement about something else',
      (bundle) => {
        const file = join(bundle, 'attestation.json')
        const envelope = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
        const payload = Buffer.from(envelope['payload']!, 'base64').toString().replace('"WARNED"', '"PASSED"')
        writeFileSync(file, JSON.stringify({ ...envelope, payload: Buffer.from(payload).toString('base64') }))
      },
    ],
  ]

  test.each(harm)('%s', async (_what, harms) => {
    const bundle = copy()
    harms(bundle)
    const { status, out } = await mgi('verify', bundle)
    expect(status).toBe(1)
    expect(out).toContain('the bundle does not hold: it proves nothing')
  })

  test.each(
    names.filter((name) => name !== 'results.json' && name !== 'exchanges.ndjson'),
  )('with %s altered and the manifest made to fit', async (name) => {
    const bundle = copy()
    rmSync(join(bundle, 'attestation.json'))
    writeFileSync(join(bundle, name), `${readFileSync(join(bundle, name), 'utf8')} `)
    await relisted(bundle)
    const { status, out } = await mgi('verify', bundle)
    expect(status).toBe(1)
    expect(out).toContain(`✗ ${name} is not what the results make`)
  })

  test.each([
    ['truncated', (text: string) => text.slice(0, -40)],
    ['without its last exchange', (text: string) => text.split('\n').toSpliced(-3, 1).join('\n')],
    ['of another run', (text: string) => text.replaceAll('"seed":1,', '"seed":2,')],
  ])('with evidence %s and the manifest made to fit', async (_what, change) => {
    const bundle = copy()
    rmSync(join(bundle, 'attestation.json'))
    const file = join(bundle, 'exchanges.ndjson')
    writeFileSync(file, change(readFileSync(file, 'utf8')))
    await relisted(bundle)
    const { status, out } = await mgi('verify', bundle)
    expect(status).toBe(1)
    expect(out).toContain('✗ the verdict does not follow')
  })

  test('with results that are better than the evidence, and everything else made to fit', async () => {
    const report = JSON.parse(readFileSync(at('run/results.json'), 'utf8')) as Report
    const skipped = report.requirements.find(
      ({ verdict, dimension }) => verdict === 'skipped' && dimension === 'field',
    )!
    const requirements = report.requirements.map((one) =>
      one === skipped ? { ...one, verdict: 'pass' as const, reason: 'kept in 1 exchange', exchanges: 1 } : one,
    )
    const better = (counts: Report['summary']['counts']) => ({
      ...counts,
      pass: counts.pass + 1,
      skipped: counts.skipped - 1,
    })
    const { counts, dimensions } = report.summary
    const summary = {
      ...report.summary,
      counts: better(counts),
      dimensions: { ...dimensions, field: better(dimensions.field) },
    }
    cpSync(at('run'), at('forged-run'), { recursive: true })
    writeFileSync(at('forged-run/results.json'), JSON.stringify({ ...report, summary, requirements }))
    const header = (await readHeader(at('run/exchanges.ndjson')))!
    await makeBundle(
      { run: at('forged-run'), report: { ...report, summary, requirements }, header, key: undefined },
      at('forged'),
    )
    const { status, out } = await mgi('verify', 'forged')
    expect(status).toBe(1)
    expect(out).toContain(
      `✗ the verdict does not follow: ${skipped.id} is "pass" in the results, and the evidence gives "skipped"`,
    )
    const refused = await mgi('bundle', 'forged-run', '--out', 'never')
    expect(refused.status).toBe(2)
    expect(existsSync(at('never'))).toBe(false)
  })

  test('for another key, or for any key when nobody signed it', async () => {
    expect((await mgi('verify', 'mgi-bundle', '--key', 'theirs.pub.pem')).out).toContain(
      '✗ it is not signed by this key',
    )
    const bundle = copy()
    rmSync(join(bundle, 'attestation.json'))
    expect((await mgi('verify', bundle, '--key', 'ours.pub.pem')).status).toBe(1)
    expect(await mgi('verify', bundle)).toMatchObject({ status: 0, err: '' })
  })
})

test.each([
  [['bundle'], 'bundle needs the folder of a run'],
  [['bundle', 'nowhere'], 'nowhere is no folder of a run'],
  [['bundle', 'run'], '--out mgi-bundle: it is there already; name another folder'],
  [['bundle', 'run', '--out', 'x', '--sign', 'none.pem'], '--sign none.pem: it cannot be read (ENOENT)'],
  [['bundle', 'run', '--out', 'x', '--sign', 'ours.pub.pem'], '--sign ours.pub.pem: it cannot be read as a key'],
  [['verify'], 'verify needs a bundle'],
  [['verify', 'run'], 'run is no bundle: there is no manifest.json in it'],
  [['verify', 'mgi-bundle', '--key', 'ours.pem'], 'it is a private key; give the public one'],
])('%j is refused in one line, and nothing is made', async (args, message) => {
  const before = readdirSync(folder)
  const { status, out, err } = await mgi(...args)
  expect({ status, out }).toEqual({ status: 2, out: '' })
  expect(err).toContain(message)
  expect(err.trimEnd().split('\n')).toHaveLength(1)
  expect(readdirSync(folder)).toEqual(before)
})
