import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSignedBy, signatureOf } from './signature.ts'

const ours = generateKeyPairSync('ed25519')
const theirs = generateKeyPairSync('ed25519')
const bytes = fc.uint8Array({ maxLength: 60 })

test('a signature is valid only for its key and its bytes', () => {
  fc.assert(
    fc.property(bytes, bytes, (manifest, other) => {
      const signature = signatureOf(manifest, ours.privateKey)
      expect(isSignedBy(ours.publicKey, manifest, signature)).toBe(true)
      expect(isSignedBy(theirs.publicKey, manifest, signature)).toBe(false)
      expect(isSignedBy(ours.publicKey, other, signature)).toBe(Buffer.compare(manifest, other) === 0)
    }),
    { numRuns: 20 },
  )
})

test('arbitrary bytes are not a valid signature', () => {
  fc.assert(
    fc.property(bytes, (signature) => {
      expect(isSignedBy(ours.publicKey, Buffer.from('{}'), signature)).toBe(false)
    }),
  )
})
