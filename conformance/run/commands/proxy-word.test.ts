import { execFileSync, spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { proxyWord } from './proxy-word.ts'

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
