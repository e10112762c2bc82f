import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { examples } from '../../reports/examples.fixture.ts'
import { contradictionIn } from '../report/read-results.ts'
import { envelopeFrom, keyIdOf, opened, preAuthentication, sealed, statementOf } from './signature.ts'

const one = generateKeyPairSync('ed25519')
const other = generateKeyPairSync('ed25519')
const bytes = fc.uint8Array({ maxLength: 60 })
const type = fc.string({ unit: 'grapheme', maxLength: 12 })

test('the bytes that are signed are those of the example in the specification', () => {
  const text = Buffer.from(preAuthentication('http://example.com/HelloWorld', Buffer.from('hello world'))).toString()
  expect(text).toBe('DSSEv1 29 http://example.com/HelloWorld 11 hello world')
})

test('no two types and payloads sign the same bytes', () => {
  fc.assert(
    fc.property(type, bytes, type, bytes, (typeA, a, typeB, b) => {
      const isSame = typeA === typeB && Buffer.compare(a, b) === 0
      expect(Buffer.compare(preAuthentication(typeA, a), preAuthentication(typeB, b)) === 0).toBe(isSame)
    }),
  )
})

test('what a key sealed it opens, and no other key does', () => {
  fc.assert(
    fc.property(type, bytes, (payloadType, payload) => {
      const envelope = sealed(payloadType, payload, one.privateKey)
      expect(Buffer.from(opened(envelope, one.publicKey)!)).toEqual(Buffer.from(payload))
      expect(opened(envelope, other.publicKey)).toBeUndefined()
      expect(opened({ ...envelope, payloadType: `${payloadType}x` }, one.publicKey)).toBeUndefined()
      expect(envelope.signatures[0]!.keyid).toBe(keyIdOf(one.publicKey))
    }),
    { numRuns: 20 },
  )
})

test('any value is an envelope or is not', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => void envelopeFrom(value)))
  expect(envelopeFrom({ payloadType: 'a', payload: '', signatures: [{ sig: 1 }] })).toBeUndefined()
})

test.each([
  ['conforming', 'PASSED'],
  ['thin', 'FAILED'],
  ['nonconforming', 'FAILED'],
  ['inconclusive', 'FAILED'],
] as const)('the statement on a run that is %s is %s', (name, result) => {
  expect(statementOf(examples[name](), [])).toMatchObject({ predicate: { result } })
})

test('results that tested too little cannot be called conforming by hand', () => {
  const { summary, ...rest } = examples.thin()
  expect(contradictionIn({ ...rest, summary })).toBeUndefined()
  expect(contradictionIn({ ...rest, summary: { ...summary, verdict: 'conforming' } })).toBe(
    'its verdict is conforming, but 3 of 5 mandatory requirements were tested',
  )
})
