import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { UsageError } from '../../../core/text/usage-error.ts'
import { loadConfig } from '../../config/load-config.ts'

const folder = mkdtempSync(join(tmpdir(), 'config-'))
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => {
  for (const name of ['mgi.config.yaml', 'mgi.config.yml', 'mgi.config.json'])
    rmSync(join(folder, name), { force: true })
})

const env = { SET: 'value', EMPTY: '', MGI_API_KEY: 'a-secret-key' }

function load(text: string | Uint8Array, overridden: readonly ('key' | 'profile')[] = []) {
  writeFileSync(join(folder, 'mgi.config.yaml'), text)
  return loadConfig({ given: undefined, cwd: folder, env, overridden })
}

/** Returns the lines of the error message for a config file. */
function rejections(text: string | Uint8Array): readonly string[] {
  try {
    load(text)
  } catch (error) {
    if (error instanceof UsageError) return [error.message, ...error.more]
    throw error
  }
  return ['nothing was refused']
}

const rejection = (text: string | Uint8Array) => rejections(text)[0]!

const bomb = [
  'a0: &a0 [x, x, x, x, x, x, x, x]',
  ...[1, 2, 3, 4, 5].map((n) => `a${n}: &a${n} [${`*a${n - 1},`.repeat(8)}]`),
]

/** Invalid configs, and the error message after the name of the file. */
const rejected: readonly (readonly [string | Uint8Array, string])[] = [
  ['tarket: http://x\n', ':1:1: unknown key "tarket" (did you mean "target"?)'],
  ['profile: smoke\nmax-requests: 5\n', ':2:1: unknown key "max-requests" (did you mean "maxRequests"?)'],
  [
    '# a comment\nareas:\n  - images\n  - mesages\n',
    ':4:5: areas[1] is "mesages": expected one of images, token-usage, content-generation, messages (did you mean "messages"?)',
  ],
  [
    'models:\n  vision: x\n',
    ':2:3: unknown key "vision" in models; there are image-model-1, image-model-2, image-model-multi, content-generation, messages',
  ],
  ['seed: "1"\n', ':1:1: seed is "1": give a whole number'],
  ['seed: ${SET}\n', ':1:1: seed is "${SET}": give a whole number'],
  ['rate: 0\n', ':1:1: rate is 0: give 0.001 or more'],
  ['strict: yes\n', ':1:1: strict is "yes": give true or false'],
  ['target:\n', ':1:1: target is empty: give a text (in quotes where it looks like something else)'],
  ['key: 12345\n', ':1:1: the value of key cannot be used: give a text (in quotes where it looks like something else)'],
  [
    'keys: {images: [s3cret]}\n',
    ':1:8: the value of keys.images cannot be used: give a text (in quotes where it looks like something else)',
  ],
  ['areas: []\n', ':1:1: areas is an empty list: give 1 or more items, or leave the key out'],
  ['betas: [one]\n', ':1:1: betas is a list of 1: give 2 or more items, or leave the key out'],
  ['areas: [images, messages, images]\n', ':1:1: areas is a list of 3, and "images" is in it twice; remove one'],
  ['concurrency: 300\n', ':1:1: concurrency is 300: give 256 or less'],
  ['target: ""\n', ':1:1: target is "": give a value, or leave the key out'],
  [
    'betas: ["a,b", c]\n',
    ':1:9: betas[0] is "a,b": it contains a character that cannot be sent there; use letters, digits and hyphens',
  ],
  ['unsupported: [telepathy]\n', ':1:15: unsupported[0] is "telepathy": expected one of images.generate, '],
  [
    'extraHeaders: {all: {"a b": x}}\n',
    ':1:22: "a b" in extraHeaders.all is not a valid header name; use letters, digits and hyphens',
  ],
  ['tls: {cert: a.pem}\n', ':1:7: tls.cert also needs tls.key; set both, or neither'],
  ['knownFailures: [{requirement: a}]\n', ':1:17: "reason" is missing in knownFailures[0]; add it'],
  [
    'knownFailures: [{requirement: a, reason: b, expires: soon}]\n',
    ':1:45: knownFailures[0].expires is "soon": it is not a date of the calendar; write one like 2030-01-31',
  ],
  ['tarket: x\nprofil: y\n', ':1:1: unknown key "tarket" (did you mean "target"?)'],
  ['target: ${UNSET}\n', ':1:1: the environment variable UNSET is not set; set it, or write the value'],
  ['target: ${EMPTY}\n', ':1:1: the environment variable EMPTY is not set; set it, or write the value'],
  [
    'target: http://${a-b}\n',
    ':1:1: ${a-b} does not name an environment variable; write ${NAME}, or $${ for a plain ${',
  ],
  [
    'key: ${KEY:-sk-secret}\n',
    ':1:1: ${KEY:…} does not name an environment variable; write ${NAME}, or $${ for a plain ${',
  ],
  ...[
    'key: ${MGI_API_KEY',
    'keys: {images: "${SET} ${SET"}',
    'target: http://${SET/${SET}',
    'extraHeaders: {all: {x-a: "Bearer ${SET"}}',
    'skip: [{requirements: "messages.*", reason: "${"}]',
  ].map((line): readonly [string, string] => [
    `seed: 1\n${line}\n`,
    `:2:${line.startsWith('key:') || line.startsWith('target') ? 1 : line.search(/images|x-a|reason/) + 1}: a \${ has no closing brace; write \${NAME}, or $\${ for a plain \${`,
  ]),
  ['seed: 1\nseed: 2\n', ':2:1: the key "seed" is already at mgi.config.yaml:1:1; remove one of them'],
  ['out: GW-12: results\n', ':1:6: a colon and a space in a text make it a key; put the text in quotes'],
  ['areas:\n\t- images\n', ':2:1: YAML does not allow tabs for indentation; indent with spaces'],
  ['seed: 1\n---\nseed: 2\n', ':2:1: a second document begins here; leave one document in the file'],
  ['target: !url x\n', ':1:9: tags such as !this are not understood here; leave it out'],
  ['target: "http://x\n', ':2:1: this is neither YAML nor JSON: missing closing "quote'],
  ['- target: x\n', ':1:1: a map of keys is expected, such as "target: …", not a list'],
  ['just words\n', ':1:1: a map of keys is expected, such as "target: …", not a single value'],
  ['target: *nowhere\n', ': an alias (*name) in it has no anchor; write the value out'],
  [`${bomb.join('\n')}\n`, ': an alias (*name) in it expands to too much; write the value out'],
  ['', ' is empty; mgi init writes one to start from'],
  ['# nothing but this\n', ' is empty; mgi init writes one to start from'],
  [Uint8Array.of(0xff, 0xfe, 0x41, 0), ': it is not UTF-8 text; save it as UTF-8'],
  [`a: ${'['.repeat(20_000)}`, ''],
]

test.each(rejected)('%j is rejected with a one-line error', (text, line) => {
  const told = rejection(text)
  expect(told.split('\n')).toHaveLength(1)
  expect(told.slice(0, `mgi.config.yaml${line}`.length)).toBe(`mgi.config.yaml${line}`)
})

test('all errors of a file are reported, one per line and in file order', () => {
  const text = 'tarket: x\nprofil: y\nmodels: {messages: "${UNSET}", vision: x}\nseed: 1.5\nstrict: maybe\n'
  expect(rejections(text)).toEqual([
    'mgi.config.yaml:1:1: unknown key "tarket" (did you mean "target"?)',
    'mgi.config.yaml:2:1: unknown key "profil" (did you mean "profile"?)',
    'mgi.config.yaml:3:10: the environment variable UNSET is not set; set it, or write the value',
    'mgi.config.yaml:4:1: seed is 1.5: give a whole number, or random',
    'mgi.config.yaml:5:1: strict is "maybe": give true or false',
  ])
})

test('at most ten error lines are printed, with the number of further errors', () => {
  const told = rejections(Array.from({ length: 14 }, (_, index) => `wrong${index}: 1\n`).join(''))
  expect(told).toHaveLength(10)
  expect(told.at(-1)).toBe('and 5 more like this')
})

test('all duplicate keys are reported with both positions, and only the first other syntax error', () => {
  expect(rejections('seed: 1\nseed: 2\nkeys: {images: a, images: b}\nareas:\n\t- images\n\t- messages\n')).toEqual([
    'mgi.config.yaml:2:1: the key "seed" is already at mgi.config.yaml:1:1; remove one of them',
    'mgi.config.yaml:3:19: the key "images" is already at mgi.config.yaml:3:8; remove one of them',
    'mgi.config.yaml:5:1: YAML does not allow tabs for indentation; indent with spaces',
  ])
})

test('secrets are not repeated in error messages', () => {
  for (const text of [
    'key: [s3cret]\n',
    'keys: {images: {a: s3cret}}\n',
    'proxy: [s3cret]\n',
    'extraHeaders: {all: {x-a: [s3cret]}}\n',
  ])
    expect(rejections(text).join()).not.toContain('s3cret')
})

test('a byte order mark, CRLF and JSON with tabs are accepted', () => {
  const config = { target: 'http://x', seed: 2 }
  expect(load('\ufefftarget: http://x\r\nseed: 2\r\n')?.config).toEqual(config)
  expect(load(JSON.stringify(config, null, '\t'))?.config).toEqual(config)
})

test('environment variables are expanded in all strings, and $${ stands for a literal ${', () => {
  const text = 'target: http://${SET}/${SET}\nmodels: {messages: "a-${SET}"}\nout: "$${SET}"\n'
  expect(load(text)?.config).toEqual({ target: 'http://value/value', models: { messages: 'a-value' }, out: '${SET}' })
})

test('a variable may be unset if the command line overrides its key', () => {
  expect(load('key: ${UNSET}\nprofile: ${UNSET}\nseed: 3\n', ['key', 'profile'])?.config).toEqual({ seed: 3 })
})

test('a missing config is not an error, and two config files in a folder are', () => {
  const reading = { given: undefined, cwd: folder, env, overridden: [] }
  expect(loadConfig(reading)).toBeUndefined()
  writeFileSync(join(folder, 'mgi.config.yml'), 'seed: 1')
  writeFileSync(join(folder, 'mgi.config.json'), '{"seed": 2}')
  expect(() => loadConfig(reading)).toThrow(
    'mgi.config.yml and mgi.config.json both exist; remove one, or name one with --config',
  )
  expect(loadConfig({ ...reading, given: 'mgi.config.json' })?.config).toEqual({ seed: 2 })
  expect(() => loadConfig({ ...reading, given: 'other.yaml' })).toThrow(
    '--config other.yaml: there is no such file; mgi init writes one',
  )
})
