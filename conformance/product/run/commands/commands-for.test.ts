import { execFileSync, spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { exchangeWith } from '../../../core/model/exchange.fixture.ts'
import { catalogue } from '../../../specification/catalogue.ts'
import { plainTarget } from '../../config/target-options.ts'
import { commandsFor, curlWords, proxyWord } from './commands-for.ts'

const flagsFor = (target: string, env: Readonly<Record<string, string>>, proxy?: string) => {
  const connection = { env, proxy }
  return curlWords(undefined, { ...plainTarget, connection }, target)?.flags?.join(' ')
}
const proxy = 'http://proxy.test:3128'

test.each([
  ['curl reads HTTPS_PROXY itself', 'https://x', { HTTPS_PROXY: proxy }, ''],
  ['HTTP_PROXY is passed on because curl ignores it', 'http://x', { HTTP_PROXY: proxy }, '--proxy "$HTTP_PROXY"'],
  ['curl reads http_proxy itself', 'http://x', { http_proxy: proxy, HTTP_PROXY: 'http://other.test' }, ''],
  ['a target exempted by NO_PROXY has no proxy', 'http://x', { HTTP_PROXY: proxy, NO_PROXY: 'x' }, ''],
])('%s', (_claim, target, env, flags) => {
  expect(flagsFor(target, env)).toBe(flags)
})

test('a configured proxy takes precedence over the environment', () => {
  expect(flagsFor('http://x', { HTTP_PROXY: 'http://other.test' }, proxy)).toBe(`--proxy ${proxy}`)
})

const withPassword = 'http://ann:hunter2@proxy.test:3128'

test('a proxy without credentials is written out', () => {
  expect(proxyWord('http://proxy.test:3128', 'https://x')).toBe('http://proxy.test:3128')
  expect(proxyWord('http://[::1]:3128', 'https://x')).toBe("'http://[::1]:3128'")
})

test.each([
  ['https://x', 'HTTPS_PROXY'],
  ['http://x', 'HTTP_PROXY'],
])('the shell reads the proxy of %s with a password from %s', (target, variable) => {
  const word = proxyWord(withPassword, target)
  expect(word).not.toMatch(/ann|hunter2/)
  const env = { [variable]: withPassword }
  expect(execFileSync('sh', ['-c', `printf %s ${word}`], { env }).toString()).toBe(withPassword)
})

test('the command fails without sending anything if the variable is not set', () => {
  const { stdout, stderr, status } = spawnSync('sh', ['-c', `echo sent ${proxyWord(withPassword, 'https://x')}`], {
    env: {},
  })
  expect(stdout.toString()).toBe('')
  expect(status).not.toBe(0)
  expect(stderr.toString()).toContain('HTTPS_PROXY: the proxy with its user name and password')
})

test('the command that sends a request again names the plugins of the command line', () => {
  const said = {
    config: undefined,
    hasUrl: true,
    keyFrom: '--key',
    out: undefined,
    isKeyOverriding: false,
    connection: {},
    timeout: undefined,
    plugins: ['my requirements.mjs'],
  }
  const options = { said, targetOptions: plainTarget, out: 'mgi-report' }
  const commands = commandsFor({ url: 'http://127.0.0.1:8080', embedded: false }, options, catalogue.operations)
  expect(commands(exchangeWith({ id: 'case' })).replay).toBe(
    "npx mgi run http://127.0.0.1:8080 --replay case --plugin 'my requirements.mjs'",
  )
})
