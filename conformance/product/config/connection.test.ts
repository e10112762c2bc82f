import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { UsageError } from '../../core/text/usage-error.ts'
import { connectionFrom, withConnection } from './connection.ts'
import { plainTarget } from './target-options.ts'

const cwd = fileURLToPath(new URL('../../../tests/certificates/', import.meta.url))
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

function secretsOf(proxy: string | undefined, variables: Readonly<Record<string, string>> = {}): readonly string[] {
  return withConnection(plainTarget, { proxy }, { env: variables, cwd }).secrets.map(({ value }) => value)
}

test('a literal % in the password of a proxy stands for itself', () => {
  expect(secretsOf('http://someone:100%sure-of-it@proxy.test:3128')).toEqual([
    'someone:100%sure-of-it',
    '100%sure-of-it',
    'someone',
  ])
  expect(secretsOf('http://someone:100%25sure-of-it@proxy.test:3128')).toContain('100%sure-of-it')
})

test.each(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'])('the password in %s is a secret', (name) => {
  const login = 'someone:password-4711@proxy.test:3128'
  for (const address of [login, `http://${login}`])
    expect(secretsOf(undefined, { [name]: address })).toEqual(['someone:password-4711', 'password-4711', 'someone'])
  expect(secretsOf('http://other.test:3128', { [name]: login })).toEqual([])
})
