import { expect, test } from 'vitest'
import { plainlyWritten } from './json-spelling.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const plain = (text: string) => {
  const body = plainlyWritten(bytes(text))
  return body && new TextDecoder().decode(body)
}

test('whitespace, escapes and exponents are normalised, and member order is kept', () => {
  expect(plain('{ "b": "\\u0061\\/" , "a": 5e-1 }')).toBe('{"b":"a/","a":0.5}')
})

test('plain JSON and invalid JSON have no plainer form', () => {
  expect(plain('{"b":"a/","a":0.5}')).toBeUndefined()
  expect(plain('{"b": ')).toBeUndefined()
  expect(plainlyWritten(new Uint8Array([0x22, 0xff, 0x22]))).toBeUndefined()
})
