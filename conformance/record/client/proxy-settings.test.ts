import { expect, test } from 'vitest'
import { type Environment, proxyFor } from './proxy-settings.ts'

const proxy = 'http://proxy.test:3128/'
const secure = 'https://gateway.test/v1'

test.each<[string, string, Environment, string | undefined]>([
  ['nothing', secure, {}, undefined],
  ['the variable of its scheme', secure, { HTTPS_PROXY: proxy }, proxy],
  ['the lower-case variable first', secure, { https_proxy: proxy, HTTPS_PROXY: 'http://other.test' }, proxy],
  ['not the variable of another scheme', secure, { HTTP_PROXY: proxy }, undefined],
  ['the one for http', 'http://gateway.test', { HTTP_PROXY: proxy }, proxy],
  ['an address without a scheme', secure, { HTTPS_PROXY: 'proxy.test:3128' }, proxy],
  ['no empty variable', secure, { https_proxy: '', HTTPS_PROXY: proxy }, proxy],
  ['no proxy of another kind', secure, { HTTPS_PROXY: 'socks5://proxy.test' }, undefined],
  ['nothing that is no address', secure, { HTTPS_PROXY: 'http://[' }, undefined],
  ['an exempt host', secure, { HTTPS_PROXY: proxy, NO_PROXY: 'a.test, gateway.test' }, undefined],
  ['an exempt domain', secure, { HTTPS_PROXY: proxy, no_proxy: '.test' }, undefined],
  ['an exempt domain with a star', secure, { HTTPS_PROXY: proxy, no_proxy: '*.test' }, undefined],
  ['everything exempt', secure, { HTTPS_PROXY: proxy, no_proxy: '*' }, undefined],
  ['an exempt port', secure, { HTTPS_PROXY: proxy, no_proxy: 'gateway.test:443' }, undefined],
  ['another port', secure, { HTTPS_PROXY: proxy, no_proxy: 'gateway.test:8443' }, proxy],
  ['a name that only ends alike', 'https://mygateway.test', { HTTPS_PROXY: proxy, no_proxy: 'gateway.test' }, proxy],
  ['an exempt IPv6 address', 'https://[::1]:8443', { HTTPS_PROXY: proxy, no_proxy: '::1' }, undefined],
  ['an exempt IPv6 address and port', 'https://[::1]:8443', { HTTPS_PROXY: proxy, no_proxy: '[::1]:8443' }, undefined],
])('%s', (_, url, env, expected) => {
  expect(proxyFor(new URL(url), { env })?.href).toBe(expected)
})

test('a proxy that was named is used whatever the environment says', () => {
  expect(proxyFor(new URL(secure), { proxy, env: { NO_PROXY: '*' } })?.href).toBe(proxy)
})
