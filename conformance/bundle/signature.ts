import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { allResults } from '../../reports/result.ts'
import type { Report } from '../model/report.ts'
import { resultKey } from '../model/requirement.ts'
import { UsageError } from '../model/usage-error.ts'
import { faceOf, type ListedFile } from './manifest.ts'

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

/** Returns the payload if one of the signatures is of the key, else `undefined`. */
export function opened(envelope: Envelope, key: KeyObject): Uint8Array | undefined {
  const payload = Buffer.from(envelope.payload, 'base64')
  const message = preAuthentication(envelope.payloadType, payload)
  const isVouchedFor = envelope.signatures.some(({ sig }) => verify(null, message, key, Buffer.from(sig, 'base64')))
  return isVouchedFor ? payload : undefined
}

/** Returns the id of a key: the SHA-256 of its public part in DER, in hex. It is a hint, not a proof. */
export function keyIdOf(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
}

/** Returns the bytes to sign. They include the type, so that a signature is valid for one kind of payload only. */
export function preAuthentication(payloadType: string, payload: Uint8Array): Uint8Array {
  const type = Buffer.from(payloadType, 'utf8')
  return Buffer.concat([Buffer.from(`DSSEv1 ${type.length} `), type, Buffer.from(` ${payload.length} `), payload])
}

/** Returns the value if it is an envelope. */
export function envelopeFrom(value: unknown): Envelope | undefined {
  const { payloadType, payload, signatures } = (value ?? {}) as Partial<Envelope>
  if (typeof payloadType !== 'string' || typeof payload !== 'string' || !Array.isArray(signatures)) return undefined
  const isSignature = (one: unknown) => typeof (one as { sig?: unknown } | null)?.sig === 'string'
  return signatures.every(isSignature) ? { payloadType, payload, signatures } : undefined
}

/** The payload type of in-toto statements in DSSE envelopes. */
export const payloadType = 'application/vnd.in-toto+json'

/**
 * Returns the payload of the signature: an in-toto Statement v1 with a test result about the files of the bundle, the
 * manifest included. It is `PASSED` for a conforming run that left out and excused nothing, and `WARNED` for a
 * conforming run with caveats or warnings.
 */
export function statementOf(report: Report, files: readonly ListedFile[]): object {
  const ending = (...verdicts: string[]) =>
    allResults(report)
      .filter(({ verdict }) => verdicts.includes(verdict))
      .map(({ id, operation }) => resultKey(id, operation))
  const descriptor = ({ name, sha256 }: ListedFile) => ({ name, digest: { sha256 } })
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files.map(descriptor),
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result: resultOf(report),
      configuration: files.filter(({ name }) => name === 'config.json').map(descriptor),
      passedTests: ending('pass'),
      warnedTests: ending('warn', 'inconclusive'),
      failedTests: ending('fail'),
    },
  }
}

function resultOf(report: Report): 'PASSED' | 'WARNED' | 'FAILED' {
  if (report.summary.verdict !== 'conforming') return 'FAILED'
  const { caveats, counts } = faceOf(report)
  const isWhole = caveats.every((caveat) => /^\d+ requirements? not tested/.test(caveat))
  return isWhole && counts.warn === 0 ? 'PASSED' : 'WARNED'
}

/** Reads the key to sign with. Messages never repeat the content of the file. */
export function signingKey(path: string, cwd: string): KeyObject {
  const pem = textOf('sign', path, cwd)
  return ed25519('sign', path, () => createPrivateKey(pem))
}

/** Reads the key to verify with. */
export function verifyingKey(path: string, cwd: string): KeyObject {
  const pem = textOf('key', path, cwd)
  if (/PRIVATE KEY/.test(pem))
    throw new UsageError(`--key ${path}: it is a private key; give the public one (openssl pkey -in KEY.pem -pubout)`)
  return ed25519('key', path, () => createPublicKey(pem))
}

function textOf(option: string, path: string, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, path), 'utf8')
  } catch (error) {
    throw new UsageError(
      `--${option} ${path}: it cannot be read (${(error as NodeJS.ErrnoException).code}); name another file`,
    )
  }
}

function ed25519(option: string, path: string, read: () => KeyObject): KeyObject {
  const wanted = 'give an Ed25519 key in PEM without a passphrase (openssl genpkey -algorithm ed25519)'
  let key: KeyObject
  try {
    key = read()
  } catch {
    throw new UsageError(`--${option} ${path}: it cannot be read as a key; ${wanted}`)
  }
  if (key.asymmetricKeyType === 'ed25519') return key
  throw new UsageError(`--${option} ${path}: it is a key of the kind ${key.asymmetricKeyType}; ${wanted}`)
}
