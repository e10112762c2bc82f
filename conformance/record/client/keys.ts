import { keyLabels } from '../../model/credential.ts'

/** A label of the recorded world and the secret that stands behind it. */
export interface Secret {
  readonly label: string
  readonly value: string
  /** Its parts need not be looked for in what comes back: another secret has them. */
  readonly isWholeOnly?: true
}

const prefix = 'sk-'
const filler = 'mgi-wrong-key-'

/** What each credential label stands for when the user's key is `key`. */
export function secretsOf(key: string): readonly Secret[] {
  return [
    { label: keyLabels.valid, value: key },
    { label: keyLabels.validCounterpart, value: counterpartOf(key), isWholeOnly: true },
    { label: keyLabels.invalid, value: wrongKey(key) },
  ]
}

/** Of what credential labels stand for, that which must not be recorded: a key that the suite made up is nobody's secret. */
export function hiddenOf(key: string): readonly Secret[] {
  return secretsOf(key).filter(({ label }) => label !== keyLabels.invalid)
}

/** The key with exactly one `sk-` added, or taken away where it has one (interpretation T2). */
export function counterpartOf(key: string): string {
  return key.startsWith(prefix) && key.length > prefix.length ? key.slice(prefix.length) : prefix + key
}

/** A key that no console gave out, of the length and with the prefix of the real one; the same for the same key. */
export function wrongKey(key: string): string {
  const head = key.startsWith(prefix) ? prefix : ''
  const length = Math.max(key.length - head.length, 2 * filler.length)
  const wrong = head + filler.repeat(Math.ceil(length / filler.length)).slice(0, length)
  return wrong === key || wrong === counterpartOf(key) ? `${wrong}x` : wrong
}
