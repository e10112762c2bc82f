import { expect, test } from 'vitest'
import { isInternalAddress } from './internal-address.ts'

test.each([
  'http://127.0.0.1:8080',
  'http://10.1.2.3',
  'https://172.31.0.1/gateway',
  'https://192.168.1.1',
  'http://[::1]:80',
  'http://[fd00::1]',
  'http://gateway:8080',
  'https://gateway.svc',
  'https://gateway.prod.internal',
  'not a URL',
])('%s is an internal address', (url) => {
  expect(isInternalAddress(url)).toBe(true)
})

test.each([
  'https://gateway.example',
  'https://172.32.0.1',
  'http://8.8.8.8',
  'https://[2001:db8::1]/v1',
])('%s is an address for others', (url) => {
  expect(isInternalAddress(url)).toBe(false)
})
