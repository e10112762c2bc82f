import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startReferenceServer } from '../../../../reference-server/index.ts'
import type { OperationResult, Report } from '../../../core/model/report.ts'
import { copied } from '../../bundle/contents.ts'
import { makeBundle } from '../../bundle/make-bundle.ts'
import { readHeader } from '../../recorded/evidence-file.ts'
import { relisted, signedBundle } from '../bundle/signed-bundle.fixture.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'

const { at, mgi, copy } = signedBundle()

describe('a bundle', () => {
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
    ['with a manifest that is not JSON', (bundle) => writeFileSync(join(bundle, 'manifest.json'), '{')],
    ['with an empty manifest', (bundle) => truncateSync(join(bundle, 'manifest.json'))],
    [
      'with a manifest that violates its schema',
      (bundle) => {
        const file = join(bundle, 'manifest.json')
        writeFileSync(file, readFileSync(file, 'utf8').replace('"verdict": "conforming"', '"verdict": "excellent"'))
      },
    ],
    ['with its manifest removed', (bundle) => rmSync(join(bundle, 'manifest.json'))],
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
      'with truncated evidence',
      (bundle) =>
        truncateSync(join(bundle, 'exchanges.ndjson'), readFileSync(join(bundle, 'exchanges.ndjson')).length - 40),
    ],
    [
      'with a manifest that claims more',
      (bundle) => {
        const file = join(bundle, 'manifest.json')
        writeFileSync(file, readFileSync(file, 'utf8').replace('only the areas token-usage', 'everything'))
      },
    ],
  ]

  test.each(harm)('%s is not valid', async (_what, harms) => {
    const bundle = copy()
    harms(bundle)
    const { status, out } = await mgi('verify', bundle)
    expect(status).toBe(1)
    expect(out).toContain('the bundle is not valid')
  })

  /** Entries that would never end, wait for a writer, or lead elsewhere if they were opened. */
  const entries: [string, (path: string) => unknown][] = [
    ['a FIFO', (path) => execFileSync('mkfifo', [path])],
    ['a link to a device', (path) => symlinkSync('/dev/zero', path)],
    ['a link to the same file elsewhere', (path) => symlinkSync(at('mgi-bundle', basename(path)), path)],
  ]
  /** Files that are rejected together. The manifest and the copied files each end the verification early. */
  const replaced = [
    ['manifest.json'],
    ['exchanges.ndjson', 'results.json'],
    [...names.filter((name) => !copied.some((one) => one === name)), 'manifest.json.sig', 'more.txt'],
  ]

  test.each(
    entries.flatMap(([what, make]) => replaced.map((places) => ({ what, places, make }))),
  )('with $what in place of each of $places is not valid, and it is not opened', async ({ places, make }) => {
    const bundle = copy()
    for (const name of places) {
      rmSync(join(bundle, name), { force: true })
      make(join(bundle, name))
    }
    const { status, out } = await mgi('verify', bundle, '--key', 'ours.pub.pem')
    expect(status).toBe(1)
    expect(places.filter((name) => !out.includes(`✗ ${name} is not a regular file`))).toEqual([])
  })

  test('with a folder that is a link is not valid', async () => {
    const bundle = copy()
    rmSync(join(bundle, 'reports'), { recursive: true })
    symlinkSync(at('mgi-bundle/reports'), join(bundle, 'reports'))
    expect((await mgi('verify', bundle)).out).toContain('✗ reports is not a regular file')
  })

  test.each(replaced.map((places) => [places]))('with huge %j is not valid, and they are not read', async (places) => {
    const bundle = copy()
    for (const name of places) {
      writeFileSync(join(bundle, name), '', { flag: 'a' })
      // A sparse file. Reading it would take minutes.
      truncateSync(join(bundle, name), 2 ** 40)
    }
    const { status, out } = await mgi('verify', bundle, '--key', 'ours.pub.pem')
    expect(status).toBe(1)
    expect(out).toContain('the bundle is not valid')
    const subjects = places.map((name) => (name === 'manifest.json.sig' ? 'the signature' : name))
    expect(subjects.filter((subject) => !out.includes(`✗ ${subject} `))).toEqual([])
  })

  test('that is being read when the user interrupts is not judged', async () => {
    const io = capturedIo({ cwd: at(), signal: AbortSignal.abort() })
    expect([await runCli(['verify', 'mgi-bundle'], io), io.out()]).toEqual([130, ''])
  })

  test('can be read by its owner only', () => {
    for (const name of [...names, 'manifest.json', 'manifest.json.sig'])
      expect([name, statSync(at('mgi-bundle', name)).mode & 0o777]).toEqual([name, 0o600])
  })

  const alter = (bundle: string, altered: readonly string[]) => {
    for (const name of altered) writeFileSync(join(bundle, name), `${readFileSync(join(bundle, name), 'utf8')} `)
  }

  test('with altered files is not valid, and each is named', async () => {
    const bundle = copy()
    alter(bundle, names)
    const { status, out } = await mgi('verify', bundle)
    expect(status).toBe(1)
    expect(names.filter((name) => !out.includes(`✗ ${name} `))).toEqual([])
  })

  test.each([
    ['emptied', (file: string) => truncateSync(file)],
    ['removed', (file: string) => rmSync(file)],
  ])('with files %s is not valid, and each is named', async (_what, harms) => {
    const bundle = copy()
    const harmed = ['config.json', 'results.json', 'reports/report.html']
    for (const name of harmed) harms(join(bundle, name))
    const { status, out } = await mgi('verify', bundle)
    expect(status).toBe(1)
    expect(harmed.filter((name) => !out.includes(`✗ ${name} `))).toEqual([])
  })

  test('with altered reports and a matching manifest is not valid, and each is named', async () => {
    const bundle = copy()
    rmSync(join(bundle, 'manifest.json.sig'))
    const altered = names.filter((name) => name !== 'results.json' && name !== 'exchanges.ndjson')
    alter(bundle, altered)
    await relisted(bundle)
    const { status, out } = await mgi('verify', bundle)
    expect(status).toBe(1)
    expect(altered.filter((name) => !out.includes(`✗ ${name} does not match the results`))).toEqual([])
  })

  test.each([
    ['truncated', (text: string) => text.slice(0, -40)],
    ['without its last exchange', (text: string) => text.split('\n').toSpliced(-3, 1).join('\n')],
    ['of another run', (text: string) => text.replaceAll('"seed":1,', '"seed":2,')],
  ])('with evidence %s and a matching manifest is not valid', async (_what, change) => {
    const bundle = copy()
    rmSync(join(bundle, 'manifest.json.sig'))
    const file = join(bundle, 'exchanges.ndjson')
    writeFileSync(file, change(readFileSync(file, 'utf8')))
    await relisted(bundle)
    const { status, out } = await mgi('verify', bundle)
    expect(status).toBe(1)
    expect(out).toContain('✗ the verdict does not follow')
  })

  test('with results better than the evidence is not valid, even if all else matches', async () => {
    const report = JSON.parse(readFileSync(at('run/results.json'), 'utf8')) as Report
    const skipped = report.requirements.find(
      ({ verdict, dimension, operations }) => verdict === 'skipped' && dimension === 'field' && operations.length === 1,
    )!
    const requirements = report.requirements.map((one) =>
      one === skipped ? { ...one, verdict: 'pass' as const, operations: one.operations.map(passed) } : one,
    )
    function passed(result: OperationResult): OperationResult {
      return { ...result, verdict: 'pass', reason: 'passed in 1 exchange', exchanges: 1 }
    }
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
      { run: at('forged-run'), report: { ...report, summary, requirements }, header, key: undefined, isPublic: false },
      at('forged'),
    )
    const { status, out } = await mgi('verify', 'forged')
    expect(status).toBe(1)
    expect(out).toContain(
      `✗ the verdict does not follow: ${skipped.id} on ${skipped.endpoint} is "pass" in the results, and the evidence gives "skipped"`,
    )
    const rejected = await mgi('bundle', 'forged-run', '--out', 'never')
    expect(rejected.status).toBe(2)
    expect(existsSync(at('never'))).toBe(false)
  })

  const notValid = '✗ the signature is not valid: it was made with another key, or the manifest was changed'
  const demanded: [string, string, string, (bundle: string) => unknown][] = [
    ['with another key', 'theirs', notValid, () => {}],
    [
      'with a changed file and a matching manifest',
      'ours',
      notValid,
      async (bundle) => {
        alter(bundle, ['README.md'])
        await relisted(bundle)
      },
    ],
    [
      'with text in place of a signature',
      'ours',
      notValid,
      (bundle) => writeFileSync(join(bundle, 'manifest.json.sig'), 'signed'),
    ],
    [
      'without a signature',
      'ours',
      '✗ it is not signed, and --key requires a signature',
      (bundle) => rmSync(join(bundle, 'manifest.json.sig')),
    ],
  ]

  test.each(demanded)('%s is not valid if --key is given, with a one-line reason', async (_what, key, line, harms) => {
    const bundle = copy()
    await harms(bundle)
    const { status, out } = await mgi('verify', bundle, '--key', `${key}.pub.pem`)
    expect(status).toBe(1)
    expect(out.split('\n')).toContain(line)
  })
})

test('an unsigned bundle is valid without --key, and a signature is only mentioned', async () => {
  expect(await mgi('verify', 'mgi-bundle')).toMatchObject({
    status: 0,
    err: '',
    out: expect.stringContaining('– it is signed; verify the signature with --key PUB.pem\n'),
  })
  const bundle = copy()
  rmSync(join(bundle, 'manifest.json.sig'))
  expect(await mgi('verify', bundle)).toMatchObject({
    status: 0,
    err: '',
    out: expect.stringContaining('– it is not signed\n'),
  })
})

test('a bundle of a later format version is inconclusive', async () => {
  const bundle = copy()
  const file = join(bundle, 'manifest.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"formatVersion": 2', '"formatVersion": 3'))
  const { status, out } = await mgi('verify', bundle)
  expect(status).toBe(3)
  expect(out).toBe(
    '? manifest.json has the format version 3, and this version of mgi reads 2\n\nthis version cannot verify the bundle\n',
  )
})

test('a bundle that another version made is inconclusive, and its verdict is not repeated', async () => {
  const bundle = copy()
  const file = join(bundle, 'manifest.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"version": "[^"]*"/, '"version": "0.0.1"'))
  const { status, out } = await mgi('verify', bundle)
  expect(status).toBe(3)
  expect(out).toContain('? the reports were made by version 0.0.1')
  expect(out).toMatch(/\n\nthis version cannot decide whether the bundle is valid\n$/)
})

describe('a valid bundle', () => {
  test('may come from a nonconforming run, and the verdict is printed', async () => {
    const server = await startReferenceServer({ keys: ['a-secret-key'], faults: ['usage-message-null'] })
    await mgi(
      'run',
      server.url,
      '--key',
      'a-secret-key',
      '--area',
      'token-usage',
      '--out',
      'broken-run',
      '--quiet',
      '--reporter',
      'json',
    )
    await server.close()
    expect((await mgi('bundle', 'broken-run', '--out', 'broken')).status).toBe(0)
    const { status, out } = await mgi('verify', 'broken')
    expect(status).toBe(0)
    expect(out).toContain('\nthe bundle is valid; its verdict is nonconforming\n')
    expect(out).toContain('  - 1 requirement failed: ')
    const expected = await mgi('verify', 'broken', '--expect', 'conforming')
    expect(expected.status).toBe(1)
    expect(expected.out).toContain('\nthe bundle is valid; its verdict is nonconforming, not conforming\n')
    expect((await mgi('verify', 'broken', '--expect', 'nonconforming')).status).toBe(0)
  })

  test('fails with --unlimited if its run left something out', async () => {
    const { status, out } = await mgi('verify', 'mgi-bundle', '--unlimited')
    expect(status).toBe(1)
    expect(out).toContain('✗ the run was limited: only the areas token-usage')
  })
  test('fails with --expect if its verdict differs', async () => {
    expect((await mgi('verify', 'mgi-bundle', '--expect', 'conforming')).status).toBe(0)
    expect((await mgi('verify', 'mgi-bundle', '--expect', 'inconclusive')).status).toBe(1)
    expect(await mgi('verify', 'mgi-bundle', '--expect', 'great')).toMatchObject({ status: 2, out: '' })
  })
})
