import type { Fingerprint } from '../../record/har/fingerprint.ts'

/** Returns whether an entry is a copy of one that was met before, or else remembers it. */
export type IsCopy = (file: string, fingerprint: Fingerprint) => boolean

/** Starts to recognise copies of exchanges, in one file or in several. */
export function startCopies(): IsCopy {
  const met = new Map<string, Met[]>()
  return (file, fingerprint) => {
    const one = { ...fingerprint, file }
    const alike = met.get(one.digest)
    if (alike?.some((other) => isSame(one, other))) return true
    if (alike === undefined) met.set(one.digest, [one])
    else alike.push(one)
    return false
  }
}

interface Met extends Fingerprint {
  readonly file: string
}

/** Returns whether two entries with the same digest are one exchange. Keys may be removed from one of two files. */
function isSame(one: Met, other: Met): boolean {
  if (one.file !== other.file) return isEqualOrUnknown(one.keys, other.keys)
  return one.keys === other.keys && isEqualOrUnknown(one.moment, other.moment)
}

function isEqualOrUnknown(one: unknown, other: unknown): boolean {
  return one === undefined || other === undefined || one === other
}
