import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

/** A signed payload (DSSE 1.0, https://github.com/secure-systems-lab/dsse). */
export interface Envelope {
  readonly payloadType: string
  /** Base64. */
  readonly payload: string
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[]
}

/** Seals a payload with an Ed25519 key. */
export function sealed(payloadType: string, payload: Uint8Array, key: KeyObject): Envelope {
  const sig = sign(null, preAuthentication(payloadType, payload), key).toString('base64')
  const keyid = keyIdOf(createPublicKey(key))
  return { payloadType, payload: Buffer.from(payload).toString('base64'), signatures: [{ keyid, sig }] }
}

/** The payload that a key vouches for; `undefined` where none of the signatures is of that key. */
export function opened(envelope: Envelope, key: KeyObject): Uint8Array | undefined {
  const payload = Buffer.from(envelope.payload, 'base64')
  const message = preAuthentication(envelope.payloadType, payload)
  const isVouchedFor = envelope.signatures.some(({ sig }) => verify(null, message, key, Buffer.from(sig, 'base64')))
  return isVouchedFor ? payload : undefined
}

/** What names a key: the SHA-256 of its public part in DER, in hex. A hint only, no proof. */
export function keyIdOf(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
}

/** The bytes that are signed: the type is part of them, so that a signature is good for one kind of payload only. */
export function preAuthentication(payloadType: string, payload: Uint8Array): Uint8Array {
  const type = Buffer.from(payloadType, 'utf8')
  return Buffer.concat([Buffer.from(`DSSEv1 ${type.length} `), type, Buffer.from(` ${payload.length} `), payload])
}

/** The envelope that a value is; `undefined` for any other value. */
export function envelopeFrom(value: unknown): Envelope | undefined {
  const { payloadType, payload, signatures } = (value ?? {}) as Partial<Envelope>
  if (typeof payloadType !== 'string' || typeof payload !== 'string' || !Array.isArray(signatures)) return undefined
  const isSignature = (one: unknown) => typeof (one as { sig?: unknown } | null)?.sig === 'string'
  return signatures.every(isSignature) ? { payloadType, payload, signatures } : undefined
}
