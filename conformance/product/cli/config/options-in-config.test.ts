import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { idOf, schemaDocuments } from '../../../../schemas/load.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { configMembers } from '../run/options/config-options.ts'
import { runOptionSpecs } from '../run/options/options.ts'
import { runCli } from '../run-cli.ts'
import { watchOptionSpecs } from '../watch/command.ts'

/** The member of the config for each option that is not generated from the schema. */
const written: Readonly<Record<Exclude<WrittenOption, Deeds>, string>> = {
  key: 'key',
  'no-strict': 'strict',
  insecure: 'tls/verify',
  'allow-origin': 'images/fetchOrigins',
  ca: 'tls/ca',
  cert: 'tls/cert',
  'cert-key': 'tls/key',
  'on-change': 'watch/onChange',
  restart: 'watch/restart',
  'restart-env': 'watch/env',
  port: 'watch/port',
  upstream: 'upstream/port',
  'upstream-host': 'upstream/host',
  'upstream-key': 'upstream/key',
}
type WrittenOption = Exclude<keyof typeof watchOptionSpecs | keyof typeof runOptionSpecs, keyof typeof configMembers>

/** Options that affect one call, which make no sense in a config file. `--config` names the file itself. */
type Deeds = 'config' | 'plan' | 'replay' | 'write-known-failures'
const deeds: readonly Deeds[] = ['config', 'plan', 'replay', 'write-known-failures']

const schema = schemaDocuments().get(idOf('config/config'))! as Described
interface Described {
  readonly description?: string
  readonly properties?: Readonly<Record<string, Described>>
}
const at = (path: string) =>
  path.split('/').reduce<Described | undefined>((one, name) => one?.properties?.[name], schema)

test('every option of mgi run and mgi watch has a config member', () => {
  const options = new Set([...Object.keys(runOptionSpecs), ...Object.keys(watchOptionSpecs)])
  expect([...options].sort()).toEqual([...Object.keys({ ...configMembers, ...written }), ...deeds].sort())
  expect(Object.values(written).filter((path) => at(path)?.description === undefined)).toEqual([])
})

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'options-in-config-'))
  return () => rmSync(folder, { recursive: true })
})

async function mgi(config: string, ...args: readonly string[]) {
  mkdirSync(join(folder, 'etc'), { recursive: true })
  writeFileSync(join(folder, 'etc/mine.yaml'), `areas: [token-usage]\nprofile: smoke\n${config}\n`)
  const io = capturedIo({ cwd: folder })
  return { status: await runCli([...args, '--config', 'etc/mine.yaml'], io), out: io.out(), err: io.err() }
}

test('reporter paths are relative to the config file, and quiet prints nothing', async () => {
  expect(await mgi('reporters: [json, junit=ci/junit.xml]\nquiet: true', 'run')).toEqual({
    status: 0,
    out: '',
    err: '',
  })
  expect(readdirSync(join(folder, 'etc/ci'))).toEqual(['junit.xml'])
  expect(readdirSync(join(folder, 'mgi-report')).filter((name) => /\.(json|html|xml)$/.test(name))).toEqual([
    'results.json',
  ])
})

test('verbose prints every finding, and --verbose overrides quiet in the config', async () => {
  const summary = await mgi('', 'run')
  const all = await mgi('verbose: true', 'run')
  expect(all.out.length).toBeGreaterThan(summary.out.length)
  expect((await mgi('quiet: true', 'run', '--verbose')).out.length).toBeGreaterThan(summary.out.length)
})

test('a random seed is printed, and a shard is listed as a limit', async () => {
  const { err, out } = await mgi('seed: random\nshard: 1/2', 'run')
  expect(err).toMatch(/mgi: drawn seed: \d+\n/)
  expect(out).toContain('only shard 1 of 2')
})

test.each([
  ['reporters: [htm]', '"htm": expected one of html, json, junit'],
  ['reporters: [html=]', '"html=": expected one of html, json, junit'],
  ['seed: often', 'seed is "often": give a whole number, or random'],
  ['shard: 3/2', 'shard 3/2 is not a part of a plan; write I/N'],
  ['quiet: loud', 'quiet is "loud": give true or false'],
  ['watch: { port: 70000 }', 'watch.port is 70000: give 65535 or less'],
])('%s is a usage error', async (line, words) => {
  const { status, err } = await mgi(line, 'run')
  expect([status, err]).toEqual([2, expect.stringContaining(words)])
  expect(err).toMatch(/^mgi: etc\/mine\.yaml:3:[^\n]*\n$/)
})

test('watched paths are relative to the config file', async () => {
  const { status, err } = await mgi(
    'target: http://127.0.0.1:1\nkey: a-key-of-length\nwatch: { onChange: [gone] }',
    'watch',
  )
  expect([status, err]).toEqual([2, 'mgi: etc/mine.yaml:5:21: gone: there is no such file or folder\n'])
})
