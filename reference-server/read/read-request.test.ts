import { expect, test } from 'vitest'
import { baseOf } from './read-request.ts'

test.each([
  ['gateway.test:8080', '127.0.0.1', 'http://gateway.test:8080'],
  ['[::1]:8080', '::1', 'http://[::1]:8080'],
  ['no host', '127.0.0.1', 'http://127.0.0.1:8081'],
  ['no host', '::1', 'http://[::1]:8081'],
  ['', '::ffff:127.0.0.1', 'http://[::ffff:127.0.0.1]:8081'],
])('the address of a server that is asked for as "%s" at %s is %s', (host, localAddress, address) => {
  const base = baseOf({ host, socket: { localAddress, localPort: 8081 } })
  expect(base).toBe(address)
  expect(URL.canParse(base)).toBe(true)
})
