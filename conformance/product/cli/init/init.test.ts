import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { idOf, schemaDocuments } from '../../../../schemas/load.ts'
import { expectGolden } from '../../../../tests/golden-file.ts'
import { configText } from '../../config/config-text.ts'
import { loadConfig } from '../../config/load-config.ts'
import { schemaReference } from '../../config/schema-reference.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'init-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function init(...args: readonly string[]) {
  const io = capturedIo({ cwd: folder })
  return { status: await runCli(['init', ...args], io), out: io.out(), err: io.err() }
}

test('the file matches its golden file', async () => {
  expect(await init()).toEqual({
    status: 0,
    out: 'wrote mgi.config.yaml\n',
    err: 'editors complete its members once the package is installed in the same project (see docs/install.md)\n',
  })
  const text = readFileSync(join(folder, 'mgi.config.yaml'), 'utf8')
  expectGolden(new URL('../golden/mgi.config.yaml', import.meta.url), text)
  expect(readdirSync(folder)).toEqual(['mgi.config.yaml'])
})

test('an existing file is only overwritten with --force', async () => {
  writeFileSync(join(folder, 'mine.yaml'), 'seed: 1\n')
  expect(await init('mine.yaml')).toEqual({
    status: 2,
    out: '',
    err: 'mgi: mine.yaml exists already and was not changed; name another file, or give --force\n',
  })
  expect(readFileSync(join(folder, 'mine.yaml'), 'utf8')).toBe('seed: 1\n')
  expect((await init('mine.yaml', '--force')).status).toBe(0)
  expect(readFileSync(join(folder, 'mine.yaml'), 'utf8')).toContain('target: ')
})

test('a second config file with a default name is rejected, since mgi run would find both', async () => {
  writeFileSync(join(folder, 'mgi.config.yml'), 'seed: 1\n')
  const err = 'mgi: mgi.config.yaml: there is mgi.config.yml already; change or remove it, or name another file\n'
  expect(await init()).toEqual({ status: 2, out: '', err })
  expect((await init('other.yaml')).status).toBe(0)
})

test('a link is followed, and a file with the name of the temporary one is kept', async () => {
  writeFileSync(join(folder, 'real.yaml'), '')
  symlinkSync(join(folder, 'real.yaml'), join(folder, 'link.yaml'))
  expect((await init('link.yaml', '--force')).status).toBe(0)
  expect(readFileSync(join(folder, 'real.yaml'), 'utf8')).toContain('target: ')
  writeFileSync(join(folder, 'new.yaml.part'), 'mine')
  expect(await init('new.yaml')).toMatchObject({ status: 2 })
  expect(readFileSync(join(folder, 'new.yaml.part'), 'utf8')).toBe('mine')
})

test('a path below a file is rejected', async () => {
  writeFileSync(join(folder, 'mine.txt'), '')
  const err = 'mgi: mine.txt/mgi.yaml: mine.txt is not a folder; name another file\n'
  expect(await init('mine.txt/mgi.yaml')).toEqual({ status: 2, out: '', err })
})

test('the written config is valid, both as it is and with all comments enabled', () => {
  const read = (text: string) => {
    writeFileSync(join(folder, 'c.yaml'), text)
    const env = { MGI_API_KEY: 'k', MGI_IMAGES_KEY: 'k', TENANT: 't' }
    return loadConfig({ given: 'c.yaml', cwd: folder, env, overridden: [] })?.config
  }
  const text = configText('./schema.json')
  expect(read(text)).toEqual({ target: 'http://127.0.0.1:8080', key: 'k', profile: 'standard' })
  const all = read(text.replaceAll(/^# (?=[a-z]\w*:( |$)| {2})/gm, ''))
  const members = Object.keys(schemaDocuments().get(idOf('config/config'))?.['properties'] as object)
  expect(Object.keys(all ?? {}).sort()).toEqual(members.filter((member) => member !== '$schema').sort())
})

test('editors find the schema in an installed package above the file', async () => {
  const schemas = join(folder, 'node_modules/model-gateway-conformance/schemas/config')
  mkdirSync(schemas, { recursive: true })
  writeFileSync(join(schemas, 'config.json'), '{}')
  mkdirSync(join(folder, 'ci/gateway'), { recursive: true })
  const { err } = await init('ci/gateway/mgi.config.yaml')
  expect(err).toBe('')
  const [line = ''] = readFileSync(join(folder, 'ci/gateway/mgi.config.yaml'), 'utf8').split('\n')
  const reference = line.replace('# yaml-language-server: $schema=', '')
  expect(reference).toBe('../../node_modules/model-gateway-conformance/schemas/config/config.json')
  expect(readFileSync(resolve(folder, 'ci/gateway', reference), 'utf8')).toBe('{}')
})

test('files inside this package refer to its own schemas', () => {
  const root = fileURLToPath(new URL('../../../../', import.meta.url))
  const file = join(root, 'ci/mgi.config.yaml')
  const { reference, isThere } = schemaReference('config/config.json', file)
  expect({ reference, isThere }).toEqual({ reference: '../schemas/config/config.json', isThere: true })
  expect(JSON.parse(readFileSync(resolve(dirname(file), reference), 'utf8'))).toHaveProperty('title')
})

test('the schema is published at the path of the reference', () => {
  const { files, exports } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'))
  expect(files).toContain('schemas/**/*.json')
  expect(stringify(exports)).toContain('./schemas/*')
})
