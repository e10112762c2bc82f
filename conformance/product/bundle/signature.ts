import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError } from '../../core/text/usage-error.ts'

/**
 * Signs the bytes of a manifest with an Ed25519 key. The manifest lists the digest of every other file, so its
 * signature covers the bundle.
 */
export function signatureOf(manifest: Uint8Array, key: KeyObject): Uint8Array {
  return sign(null, manifest, key)
}

/** Returns whether a signature of these bytes was made with the private part of this key. */
export function isSignedBy(key: KeyObject, manifest: Uint8Array, signature: Uint8Array): boolean {
  return verify(null, manifest, key, signature)
}

/** Reads the key to sign with. Messages never repeat the content of the file. */
export function signingKey(path: string, cwd: string): KeyObject {
  const pem = textOf('sign', path, cwd)
  return ed25519('sign', path, () => createPrivateKey(pem))
}

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
  throw new UsageError(`--${option} ${path}: it is a key of type ${key.asymmetricKeyType}; ${wanted}`)
}
