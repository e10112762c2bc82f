import { verify } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Report } from '../../../core/model/report.ts'
import { filesIn } from '../../bundle/digests.ts'
import type { Manifest } from '../../bundle/manifest.ts'
import { signedBundle } from './signed-bundle.fixture.ts'

const { folder, at, mgi } = signedBundle()

test('a bundle is valid for the key that signed it', async () => {
  const { status, out } = await mgi('verify', 'mgi-bundle', '--key', 'ours.pub.pem')
  expect(status).toBe(0)
  expect(out).toMatch(/^(✓ .*\n){5}\nthe bundle is valid; its verdict is conforming\n/)
  expect(filesIn(at('mgi-bundle')).files).toEqual([
    'README.md',
    'config.json',
    'exchanges.ndjson',
    'index.html',
    'manifest.json',
    'manifest.json.sig',
    'reports/badge.svg',
    'reports/junit.xml',
    'reports/report.html',
    'reports/report.md',
    'results.json',
  ])
})

test('the manifest and README list the limits of the run', async () => {
  const { summary } = JSON.parse(readFileSync(at('mgi-bundle/manifest.json'), 'utf8')) as Manifest
  expect(summary.caveats).toContain('only the areas token-usage')
  expect(summary.caveats).toContain('the target is the embedded reference server, not a gateway')
  expect(readFileSync(at('mgi-bundle/README.md'), 'utf8')).toContain('- only the areas token-usage')
})

test('the signature is 64 bytes of Ed25519 over the manifest, which other tools can verify', () => {
  const [manifest, signature] = ['manifest.json', 'manifest.json.sig'].map((name) =>
    readFileSync(at('mgi-bundle', name)),
  )
  expect(signature).toHaveLength(64)
  expect(verify(null, manifest!, readFileSync(at('ours.pub.pem')), signature!)).toBe(true)
})

test.each([
  [['bundle'], 'bundle needs the folder of a run'],
  [['bundle', 'nowhere'], 'nowhere is not the folder of a run'],
  [['bundle', 'run'], '--out mgi-bundle: the folder exists already; name another folder'],
  [['bundle', 'run', '--out', 'x', '--sign', 'none.pem'], '--sign none.pem: it cannot be read (ENOENT)'],
  [['bundle', 'run', '--out', 'x', '--sign', 'ours.pub.pem'], '--sign ours.pub.pem: it cannot be read as a key'],
  [['bundle', 'run', '--out', 'x', '--sign', 'other-kind.pem'], 'it is a key of type x25519'],
  [['verify'], 'verify needs a bundle'],
  [['verify', 'run'], 'run is not a bundle: there is no manifest.json in it'],
  [['verify', 'mgi-bundle', '--key', 'ours.pem'], 'it is a private key; give the public one'],
])('%j is rejected with a one-line error, and no file is written', async (args, message) => {
  const before = readdirSync(folder)
  const { status, out, err } = await mgi(...args)
  expect({ status, out }).toEqual({ status: 2, out: '' })
  expect(err).toContain(message)
  expect(err.trimEnd().split('\n')).toHaveLength(1)
  expect(readdirSync(folder)).toEqual(before)
})

test('a bundle leaves a folder of the user beside it alone, and is readable by others', async () => {
  mkdirSync(at('again.part'))
  writeFileSync(at('again.part', 'mine'), 'mine')
  expect(await mgi('bundle', 'run', '--out', 'again')).toMatchObject({ status: 0 })
  expect(readFileSync(at('again.part', 'mine'), 'utf8')).toBe('mine')
  expect(statSync(at('again')).mode).toBe(statSync(at('again', 'reports')).mode)
  expect(readdirSync(folder).filter((name) => name.startsWith('again'))).toEqual(['again', 'again.part'])
})

test('a bundle to publish names the gateway, the edition, the date and the suite, and no internal address', async () => {
  const named = ['--area', 'token-usage', '--label', 'Acme Gateway', '--target-version', '4.2', '--out', 'named']
  await mgi('run', ...named, '--reporter', 'json', '--quiet')
  const { status, out } = await mgi('bundle', 'named', '--out', 'public', '--publish', 'https://acme.example/mgi')
  expect(status).toBe(0)
  expect(out.replaceAll('\\', '')).toContain(
    '[![model gateway interface 2026-12: conforming (limited)](https://acme.example/mgi/reports/badge.svg)](https://acme.example/mgi/)\n',
  )
  const { target, startedAt } = JSON.parse(readFileSync(at('public/results.json'), 'utf8')) as Report
  for (const file of ['index.html', 'README.md', 'reports/badge.svg']) {
    const text = readFileSync(at('public', file), 'utf8').replaceAll('\\', '')
    for (const part of ['Acme Gateway 4.2', '2026-12', startedAt.slice(0, 10), 'model-gateway-conformance 0.1.0'])
      expect(text).toContain(part)
    expect(text).not.toContain(target.url)
  }
  expect(statSync(at('public')).mode & 0o777).toBe(0o755)
  expect(statSync(at('public/index.html')).mode & 0o777).toBe(0o644)
  expect((await mgi('verify', 'public')).status).toBe(0)
})

test('the page of a bundle links to all of its files', () => {
  const page = readFileSync(at('mgi-bundle/index.html'), 'utf8')
  for (const file of filesIn(at('mgi-bundle')).files)
    if (file !== 'index.html') expect(page).toContain(`href="${file}"`)
})
