import type { Fingerprint } from '../../../engine/record/har/fingerprint.ts'

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

/** Returns the entry of another file whose response an entry repeats, or else remembers it. */
export type RepeatedResponse = (file: string, entry: string, fingerprint: Fingerprint) => string | undefined

/**
 * Starts to recognise responses that are in several files, byte by byte and with all headers, below different requests.
 * Someone copied a recording and changed the request, so that the ids in it are no sign of equal ids (interpretation
 * G19). In one file, the recorder received both.
 */
export function startRepeatedResponses(): RepeatedResponse {
  const met = new Map<string, { readonly file: string; readonly entry: string }>()
  return (file, entry, { response }) => {
    if (response === undefined) return undefined
    const first = met.get(response)
    if (first === undefined) met.set(response, { file, entry })
    return first === undefined || first.file === file ? undefined : first.entry
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
