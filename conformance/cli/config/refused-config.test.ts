import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { capturedIo } from '../captured-io.golden.ts'
import { runCli } from '../run-cli.ts'

let folder = ''
const folders: string[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'refused-config-'))
  folders.push(folder)
})
afterAll(() => {
  for (const one of folders) rmSync(one, { recursive: true })
})

test.each([
  [
    'key: k\n',
    'mgi.config.yaml:1:1: key is about a target, and none is named; add target: to the file, or the URL to the command',
  ],
  [
    'target: http://x\n',
    'a key for http://x is missing; give it as --key, as key: in mgi.config.yaml or in the environment as MGI_API_KEY',
  ],
  ['target: http://x\nkeys: {images: k}\n', 'a key for http://x and the area token-usage is missing;'],
  ['target: x\nkey: k\n', 'the target "x" is not an http or https URL; write http://x'],
  ['target: http://x\nkey: "a b"\n', 'the key in mgi.config.yaml:2:1 holds a space'],
  [
    'target: http://x\nkey: k\nextraHeaders: {all: {Authorization: x}}\n',
    'mgi.config.yaml:3:22: the header Authorization is set by the requests themselves; leave it out',
  ],
  [
    'target: http://x\nkey: k\ntls: {ca: nowhere.pem}\n',
    'mgi.config.yaml:3:7: tls.ca: FOLDER/nowhere.pem cannot be read (ENOENT)',
  ],
  [
    'target: http://x\nkey: k\ntls: {ca: mgi.config.yaml}\n',
    'mgi.config.yaml:3:7: tls.ca: FOLDER/mgi.config.yaml holds no certificate in PEM form',
  ],
  [
    'target: http://x\nkey: k\nproxy: socks5://me:pass@y\n',
    'mgi.config.yaml:3:1: proxy is no URL of an HTTP proxy; write http://HOST:PORT',
  ],
  [
    'target: http://x\nkey: k\nimages: {fetchOrigins: ["https://y/z"]}\n',
    'mgi.config.yaml:3:25: "https://y/z" is no origin; write https://HOST',
  ],
  [
    'areas: [token-usage]\nunsupported: [usage.token]\n',
    'no requirement of token-usage is left; see unsupported in mgi.config.yaml',
  ],
  ['knownFailures: nowhere.yaml\n', 'there is no file nowhere.yaml'],
  [
    'knownFailures: [{requirement: messages.*, reason: TODO find out}]\n',
    'mgi.config.yaml:1:43: the reason for messages.* is still to be written; say why it is known to fail',
  ],
])('%j is refused before anything is sent', async (text, line) => {
  writeFileSync(join(folder, 'mgi.config.yaml'), text)
  const io = capturedIo({ cwd: folder, env: {} })
  expect(await runCli(['run'], io)).toBe(2)
  expect(io.err().replaceAll(folder, 'FOLDER')).toContain(`mgi: ${line}`)
  expect(readdirSync(folder)).toEqual(['mgi.config.yaml'])
})
