import { expect, test } from 'vitest'
import { type Environment, proxyFor } from './proxy-settings.ts'

const proxy = 'http://proxy.test:3128/'
const secure = 'https://gateway.test/v1'

test.each<[string, string, Environment, string | undefined]>([
  ['no proxy without variables', secure, {}, undefined],
  ['the variable of the scheme is used', secure, { HTTPS_PROXY: proxy }, proxy],
  ['the lower-case variable takes precedence', secure, { https_proxy: proxy, HTTPS_PROXY: 'http://other.test' }, proxy],
  ['the variable of another scheme is ignored', secure, { HTTP_PROXY: proxy }, undefined],
  ['HTTP_PROXY is used for http', 'http://gateway.test', { HTTP_PROXY: proxy }, proxy],
  ['an address without a scheme is accepted', secure, { HTTPS_PROXY: 'proxy.test:3128' }, proxy],
  ['an empty variable is ignored', secure, { https_proxy: '', HTTPS_PROXY: proxy }, proxy],
  ['a SOCKS proxy is ignored', secure, { HTTPS_PROXY: 'socks5://proxy.test' }, undefined],
  ['an invalid URL is ignored', secure, { HTTPS_PROXY: 'http://[' }, undefined],
  ['a host is exempt', secure, { HTTPS_PROXY: proxy, NO_PROXY: 'a.test, gateway.test' }, undefined],
  ['a domain is exempt', secure, { HTTPS_PROXY: proxy, no_proxy: '.test' }, undefined],
  ['a domain with a wildcard is exempt', secure, { HTTPS_PROXY: proxy, no_proxy: '*.test' }, undefined],
  ['all hosts are exempt', secure, { HTTPS_PROXY: proxy, no_proxy: '*' }, undefined],
  ['a port is exempt', secure, { HTTPS_PROXY: proxy, no_proxy: 'gateway.test:443' }, undefined],
  ['another port is not exempt', secure, { HTTPS_PROXY: proxy, no_proxy: 'gateway.test:8443' }, proxy],
  [
    'a host with the same suffix is not exempt',
    'https://mygateway.test',
    { HTTPS_PROXY: proxy, no_proxy: 'gateway.test' },
    proxy,
  ],
  ['an IPv6 address is exempt', 'https://[::1]:8443', { HTTPS_PROXY: proxy, no_proxy: '::1' }, undefined],
  [
    'an IPv6 address with port is exempt',
    'https://[::1]:8443',
    { HTTPS_PROXY: proxy, no_proxy: '[::1]:8443' },
    undefined,
  ],
])('proxy settings: %s', (_, url, env, expected) => {
  expect(proxyFor(new URL(url), { env })?.href).toBe(expected)
})

test('a configured proxy takes precedence over the environment', () => {
  expect(proxyFor(new URL(secure), { proxy, env: { NO_PROXY: '*' } })?.href).toBe(proxy)
})
