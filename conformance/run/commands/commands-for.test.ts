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
  ['curl finds a proxy of the environment itself', 'https://x', { HTTPS_PROXY: proxy }, ''],
  ['curl overlooks HTTP_PROXY in capitals', 'http://x', { HTTP_PROXY: proxy }, '--proxy "$HTTP_PROXY"'],
  ['curl finds http_proxy', 'http://x', { http_proxy: proxy, HTTP_PROXY: 'http://other.test' }, ''],
  ['a target that NO_PROXY exempts has none', 'http://x', { HTTP_PROXY: proxy, NO_PROXY: 'x' }, ''],
])('%s', (_claim, target, env, flags) => {
  expect(flagsFor(target, env)).toBe(flags)
})

test('a proxy that was named goes before the environment', () => {
  expect(flagsFor('http://x', { HTTP_PROXY: 'http://other.test' }, proxy)).toBe(`--proxy ${proxy}`)
})

const withPassword = 'http://ann:hunter2@proxy.test:3128'

test('a proxy that anybody may know is named', () => {
  expect(proxyWord('http://proxy.test:3128', 'https://x')).toBe('http://proxy.test:3128')
  expect(proxyWord('http://[::1]:3128', 'https://x')).toBe("'http://[::1]:3128'")
})

test.each([
  ['https://x', 'HTTPS_PROXY'],
  ['http://x', 'HTTP_PROXY'],
])('the shell takes the proxy of %s with a password from %s', (target, variable) => {
  const word = proxyWord(withPassword, target)
  expect(word).not.toMatch(/ann|hunter2/)
  const env = { [variable]: withPassword }
  expect(execFileSync('sh', ['-c', `printf %s ${word}`], { env }).toString()).toBe(withPassword)
})

test('a shell that lacks the variable says so and sends nothing', () => {
  const { stdout, stderr, status } = spawnSync('sh', ['-c', `echo sent ${proxyWord(withPassword, 'https://x')}`], {
    env: {},
  })
  expect(stdout.toString()).toBe('')
  expect(status).not.toBe(0)
  expect(stderr.toString()).toContain('HTTPS_PROXY: the proxy with its user name and password')
})
