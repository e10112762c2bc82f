import { expect, test } from 'vitest'
import { plainTarget } from '../../config/target-options.ts'
import { curlWords } from './commands-for.ts'

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
