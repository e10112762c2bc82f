import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { UsageError } from '../model/usage-error.ts'
import { connectionFrom } from './connection.ts'

const cwd = fileURLToPath(new URL('../../tests/certificates/', import.meta.url))
const env = { HTTPS_PROXY: 'http://proxy.test' }
const read = (words: object) => connectionFrom(words, { env, cwd })

test('certificate files are read, and missing options are left out', () => {
  const pem = (name: string) => readFileSync(cwd + name, 'utf8')
  expect(read({})).toEqual({ env })
  expect(read({ ca: 'authority.pem', cert: 'client.pem', 'cert-key': 'client.key', insecure: true })).toEqual({
    env,
    tls: { ca: pem('authority.pem'), cert: pem('client.pem'), key: pem('client.key'), verify: false },
  })
  expect(read({ proxy: 'proxy.test:3128' }).proxy).toBe('http://proxy.test:3128')
})

test.each<[object, RegExp]>([
  [{ ca: 'nowhere.pem' }, /^--ca nowhere\.pem: it cannot be read \(ENOENT\); name another file$/],
  [{ ca: 'README.md', cert: 'client.pem', 'cert-key': 'README.md' }, /^--ca README\.md: .*|^--cert-key README\.md/],
  [{ cert: 'client.pem' }, /^--cert was given alone; give --cert and --cert-key$/],
  [{ 'cert-key': 'client.key' }, /^--cert-key was given alone/],
  [{ cert: 'client.pem', 'cert-key': 'server.key' }, /^client\.pem, server\.key: TLS cannot use that/],
  [{ proxy: 'socks5://user:hunter2@proxy.test' }, /^(?!.*hunter2)--proxy: it is not the http or https address/],
  [{ proxy: 'notaurl' }, /^--proxy notaurl: it is not the http or https address of a proxy; write http:\/\/HOST:PORT$/],
])('%j is rejected', (words, message) => {
  expect(() => read(words)).toThrow(UsageError)
  expect(() => read(words)).toThrow(message)
})
