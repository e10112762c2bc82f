import { execFileSync, spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { plainTarget } from '../../config/target-options.ts'
import { curlWords, proxyWord } from './commands-for.ts'

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
