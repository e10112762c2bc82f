import type { Ask, CauseSubject, FailureContext } from './asks.ts'
import type { Failure, ShownViolation } from './failure.ts'
import { type CauseKind, causeKinds } from './kinds.ts'

/** The key by which failed results are grouped: equal signatures belong together. */
export interface Signature extends CauseSubject {
  readonly kind: CauseKind
}

/**
 * Assigns a failure the signature that most of its violations have; a tie goes to the first by name. Drops its other
 * violations, since they belong to another cause.
 */
export function signed(failure: Failure, ground: FailureContext): Failure & { readonly signature: Signature } {
  const found = new Map<string, { readonly signature: Signature; readonly shown: ShownViolation[] }>()
  for (const shown of failure.shown) {
    const signature = signatureOfShown(failure, shown, ground)
    const known = found.get(keyOf(signature))
    if (known === undefined) found.set(keyOf(signature), { signature, shown: [shown] })
    else known.shown.push(shown)
  }
  const [most] = [...found].sort(
    ([one, { shown }], [other, next]) => next.shown.length - shown.length || (one < other ? -1 : 1),
  )
  return most === undefined ? { ...failure, signature: ownRequirement(failure) } : { ...failure, ...most[1] }
}

/** Returns the key of a signature. Equal keys belong together. */
export function keyOf({ kind, of = '', also = '' }: Failure['signature'] & {}): string {
  return `${kind} ${of} ${also}`
}

function signatureOfShown(failure: Failure, { finding, fact }: ShownViolation, ground: FailureContext): Signature {
  if (fact === undefined) return ownRequirement(failure)
  const ask: Ask = { finding, fact, failure, ground }
  for (const kind of Object.keys(causeKinds) as CauseKind[]) {
    const subject = causeKinds[kind].recognise?.(ask)
    if (subject !== undefined) return { kind, ...subject }
  }
  return ownRequirement(failure)
}

function ownRequirement({ name }: Failure): Signature {
  return { kind: 'requirement', of: name.requirement }
}
