import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filesIn } from '../../bundle/digests.ts'
import type { Manifest } from '../../bundle/manifest.ts'
import { signedBundle } from './signed-bundle.fixture.ts'

const { folder, at, mgi } = signedBundle()

test('a bundle holds, and its key vouches for it', async () => {
  const { status, out } = await mgi('verify', 'mgi-bundle', '--key', 'ours.pub.pem')
  expect(status).toBe(0)
  expect(out).toMatch(/^(✓ .*\n){5}\nthe bundle is valid; its verdict is conforming\n/)
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

test.each([
  [['bundle'], 'bundle needs the folder of a run'],
  [['bundle', 'nowhere'], 'nowhere is no folder of a run'],
  [['bundle', 'run'], '--out mgi-bundle: the folder exists already; name another folder'],
  [['bundle', 'run', '--out', 'x', '--sign', 'none.pem'], '--sign none.pem: it cannot be read (ENOENT)'],
  [['bundle', 'run', '--out', 'x', '--sign', 'ours.pub.pem'], '--sign ours.pub.pem: it cannot be read as a key'],
  [['verify'], 'verify needs a bundle'],
  [['verify', 'run'], 'run is no bundle: there is no manifest.json in it'],
  [['verify', 'mgi-bundle', '--key', 'ours.pem'], 'it is a private key; give the public one'],
])('%j is rejected in one line, and nothing is made', async (args, message) => {
  const before = readdirSync(folder)
  const { status, out, err } = await mgi(...args)
  expect({ status, out }).toEqual({ status: 2, out: '' })
  expect(err).toContain(message)
  expect(err.trimEnd().split('\n')).toHaveLength(1)
  expect(readdirSync(folder)).toEqual(before)
})
