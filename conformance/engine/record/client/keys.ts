import { keyLabels } from '../../../core/model/credential.ts'

/** A label and the secret that it replaces. */
export interface Secret {
  readonly label: string
  readonly value: string
}

const prefix = 'sk-'
const filler = 'mgi-wrong-key-'

/** Returns the values of the credential labels for a key. */
export function secretsOf(key: string): readonly Secret[] {
  return [
    { label: keyLabels.valid, value: key },
    { label: keyLabels.validCounterpart, value: counterpartOf(key) },
    { label: keyLabels.invalid, value: wrongKey(key) },
    { label: keyLabels.invalidCounterpart, value: counterpartOf(wrongKey(key)) },
  ]
}

/**
 * The shortest rest of a key that is hidden. A shorter one may be a common word: `sk-litellm` without its prefix names
 * a product.
 */
const leastTelling = 12

/**
 * Returns the values of credential labels that must not be recorded. The made-up wrong keys are no secrets, and neither is
 * a short rest of a key without its prefix.
 */
export function hiddenOf(key: string): readonly Secret[] {
  return secretsOf(key).filter(({ label, value }) => {
    if (label === keyLabels.validCounterpart) return value.startsWith(prefix) || value.length >= leastTelling
    return label === keyLabels.valid
  })
}

/** Adds `sk-` to a key, or removes it if the key has one (interpretation T2). */
export function counterpartOf(key: string): string {
  return key.startsWith(prefix) && key.length > prefix.length ? key.slice(prefix.length) : prefix + key
}

/** Derives an invalid key with the length and prefix of the real one. */
export function wrongKey(key: string): string {
  const head = key.startsWith(prefix) ? prefix : ''
  const length = Math.max(key.length - head.length, 2 * filler.length)
  const wrong = head + filler.repeat(Math.ceil(length / filler.length)).slice(0, length)
  return wrong === key || wrong === counterpartOf(key) ? `${wrong}x` : wrong
}
