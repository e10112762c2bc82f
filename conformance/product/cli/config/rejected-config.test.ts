import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'

let folder = ''
const folders: string[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rejected-config-'))
  folders.push(folder)
})
afterAll(() => {
  for (const one of folders) rmSync(one, { recursive: true })
})

test.each([
  [
    'key: k\n',
    'mgi.config.yaml:1:1: key needs a target, and none is named; add target: to the file, or the URL to the command',
  ],
  [
    'target: http://x\n',
    'a key for http://x is missing; give it as --key, as key: in mgi.config.yaml or in the environment as MGI_API_KEY',
  ],
  ['target: http://x\nkeys: {images: k}\n', 'a key for http://x and the area token-usage is missing;'],
  ['target: x\nkey: k\n', 'mgi.config.yaml:1:1: the target "x" is not an http or https URL; write http://x'],
  ['target: http://x\nkey: "a b"\n', 'the key in mgi.config.yaml:2:1 contains a space'],
  [
    'target: http://x\nkey: k\nextraHeaders: {all: {Authorization: x}}\n',
    'mgi.config.yaml:3:22: the header Authorization is set by the requests themselves; leave it out',
  ],
  [
    'target: http://x\nkey: k\nheaders: {provider-version: Content-Type}\n',
    'mgi.config.yaml:3:11: the header Content-Type is set by the requests themselves; give provider-version another name',
  ],
  [
    'target: http://x\nkey: k\nheaders: {provider-version: v, provider-beta: V}\n',
    'mgi.config.yaml:3:11: the header v is also the name of provider-beta; give provider-version another name',
  ],
  [
    'target: http://x\nkey: k\nversion: "a\\nb"\n',
    'mgi.config.yaml:3:1: version contains a line end or another character that a header cannot contain',
  ],
  [
    'target: http://x\nkey: k\ntls: {ca: nowhere.pem}\n',
    'mgi.config.yaml:3:7: tls.ca: FOLDER/nowhere.pem cannot be read (ENOENT)',
  ],
  [
    'target: http://x\nkey: k\ntls: {ca: mgi.config.yaml}\n',
    'mgi.config.yaml:3:7: tls.ca: FOLDER/mgi.config.yaml contains no certificate in PEM form',
  ],
  [
    'target: http://x\nkey: k\nproxy: socks5://me:pass@y\n',
    'mgi.config.yaml:3:1: proxy is not the URL of an HTTP proxy; write http://HOST:PORT',
  ],
  [
    'target: http://x\nkey: k\nimages: {fetchOrigins: ["https://y/z"]}\n',
    'mgi.config.yaml:3:25: "https://y/z" is not an origin; write https://HOST',
  ],
  [
    'areas: [token-usage]\nunsupported: [usage.token]\n',
    'no requirement of token-usage is left; see unsupported in mgi.config.yaml',
  ],
  [
    'target: http://x\nkey: k\nmodels:\n  image-model-1: a\n  image-model-2: b\n  image-model-multi: a\n',
    'mgi.config.yaml:4:3: models.image-model-1 is "a", and so is image-model-multi: by the specification, one of them accepts requests that the other rejects; give each its own name, or leave out the one that the gateway does not have',
  ],
  ...(
    [
      [
        'messages.create: {body: {metadata: {user_id: 7}}}',
        ':4:39: requests.messages.create: metadata.user_id 7; the type must be string; correct it or leave it out',
      ],
      [
        'messages.create: {body: {thinking: {type: enabled}}}',
        ':4:28: requests.messages.create: a request without the required `thinking.budget_tokens`; correct it or leave it out',
      ],
      [
        'messages.stream: {body: {no_such: x}}',
        ':4:28: requests.messages.stream: the specification leaves no_such open, so no request with it could be judged; leave it out',
      ],
      [
        'messages.create: {body: {stream: true}}',
        ':4:21: requests.messages.create: these members make it a request of another operation; leave them out',
      ],
      [
        'messages.create: {body: {model: x}}',
        ':4:28: requests.messages.create: the plain request has model already; name the model under models: instead',
      ],
      [
        'content.stream: {body: {contents: [{role: nobody}]}}',
        ':4:39: requests.content.stream: contents[0].role "nobody"; the allowed values are "user", "model", "function", "tool"; correct it or leave it out',
      ],
      [
        'content.generate: {header: {a: b}}',
        ':4:22: requests.content.generate.header: only body is possible there; give headers under extraHeaders:',
      ],
      ['usage.token: {body: {a: b}}', ':4:3: unknown key "usage.token" in requests; there are images.generate, '],
    ] as const
  ).map(([request, line]) => [`target: http://x\nkey: k\nrequests:\n  ${request}\n`, `mgi.config.yaml${line}`]),
  [
    'target: http://x\nkey: k\nmodels: {image-model-1: image-model-2}\n',
    'mgi.config.yaml:3:10: models.image-model-1 is "image-model-2", and so is image-model-2:',
  ],
  [
    'maxTime: 1.5h\n',
    'mgi.config.yaml:1:1: maxTime is "1.5h": give seconds, or a time such as 90s, 10m or 2h; at most 604800 seconds',
  ],
  [
    'timeout: soon\n',
    'mgi.config.yaml:1:1: timeout is "soon": give seconds, or a time such as 90s, 10m or 2h; at most 86400 seconds',
  ],
  [
    'explore: much\n',
    'mgi.config.yaml:1:1: explore is "much": give a number of requests, such as 500, or a time, such as 90s, 10m or 2h',
  ],
  ['target: http://x/?a=b\nkey: k\n', 'mgi.config.yaml:1:1: the target http://x was given with a query (?…)'],
  [
    'knownFailures: [{requirement: a, reason: b}, {requirement: c, reason: d}, {requirement: a, reason: e}]\n',
    'mgi.config.yaml:1:75: a is already listed at mgi.config.yaml:1:17; remove one of them',
  ],
  [
    'requirements:\n  - messages.*\n  - message.*\n',
    'mgi.config.yaml:3:5: no requirement matches "message.*" (did you mean "messages.*"?)',
  ],
  ['requirements: [foo]\n', 'mgi.config.yaml:1:16: no requirement matches "foo" (mgi requirements lists them)'],
  [
    'skip: [{requirements: "messages.*", reason: r}, {requirements: "nothing.*", reason: r}]\n',
    'mgi.config.yaml:1:50: no requirement matches "nothing.*" (mgi requirements lists them)',
  ],
  [
    'examples: [./nope.json]\n',
    'mgi.config.yaml:1:12: examples[0] is "./nope.json": there is no such file or folder; write it, or name another one',
  ],
  ['plugins: [./nope.mjs]\n', 'mgi.config.yaml:1:11: the plugin ./nope.mjs is not a file; name an ES module'],
  [
    'knownFailures: nowhere.yaml\n',
    'mgi.config.yaml:1:1: knownFailures is "nowhere.yaml": there is no such file; `mgi run --write-known-failures nowhere.yaml` writes it, or name another one',
  ],
  [
    'knownFailures: [{requirement: messages.*, reason: TBD}]\n',
    'mgi.config.yaml:1:43: the reason for messages.* is still to be written; say why it is known to fail',
  ],
])('%j is rejected before anything is sent', async (text, line) => {
  writeFileSync(join(folder, 'mgi.config.yaml'), text)
  const io = capturedIo({ cwd: folder, env: {} })
  expect(await runCli(['run'], io)).toBe(2)
  expect(io.err().replaceAll(folder, 'FOLDER')).toContain(`mgi: ${line}`)
  expect(readdirSync(folder)).toEqual(['mgi.config.yaml'])
})

test.each([
  [['--requirement', 'message.*'], '--requirement: no requirement matches "message.*" (did you mean "messages.*"?)'],
  [['--plugin', 'nope.mjs'], '--plugin: the plugin nope.mjs is not a file; name an ES module'],
] as const)('%j names the option, even if a config file has the member', async (args, line) => {
  writeFileSync(join(folder, 'mgi.config.yaml'), 'requirements: [usage.*]\nplugins: []\n')
  const io = capturedIo({ cwd: folder, env: {} })
  expect(await runCli(['run', ...args], io)).toBe(2)
  expect(io.err()).toContain(`mgi: ${line}`)
})

test('both text areas may use the same model name', async () => {
  writeFileSync(
    join(folder, 'mgi.config.yaml'),
    'target: http://x\nmodels: {content-generation: a, messages: a, image-model-1: a}\nareas: [token-usage]\n',
  )
  const io = capturedIo({ cwd: folder, env: {} })
  expect(await runCli(['run', '--plan', '--profile', 'smoke'], io)).toBe(0)
})

test('--plan reports a known failure in the config that matches no requirement', async () => {
  writeFileSync(
    join(folder, 'mgi.config.yaml'),
    'areas: [token-usage]\nknownFailures:\n  - requirement: usage.nothing-alike-*\n    reason: r\n',
  )
  const io = capturedIo({ cwd: folder, env: {} })
  expect(await runCli(['run', '--plan', '--profile', 'smoke'], io)).toBe(0)
  expect(io.err()).toBe(
    'using mgi.config.yaml\nmgi: mgi.config.yaml:3:5: no requirement matches usage.nothing-alike-*, and that fails the run; correct it, or take it off the list\n',
  )
})

test.each([
  'key: sk-a-very-secret-key\nprofile: sk-a-very-secret-key\n',
  'keys: { messages: sk-a-very-secret-key }\nsk-a-very-secret-key: 1\n',
  'upstream: { port: 9100, key: sk-a-very-secret-key }\nareas: [sk-a-very-secret-key]\n',
])('a mistake that repeats a key of the config does not print it: %j', async (text) => {
  writeFileSync(join(folder, 'mgi.config.yaml'), text)
  const io = capturedIo({ cwd: folder, env: {} })
  expect(await runCli(['run'], io)).toBe(2)
  expect(io.err()).toContain('«key»')
  expect(io.err()).not.toContain('a-very-secret-key')
})
