import { byText, type Failure } from './failure.ts'
import { type Ground, keyOf, type Signature, signed } from './signature.ts'

/** Failed results that belong together. */
export interface Group {
  readonly signature: Signature
  readonly failures: readonly Failure[]
  /** Set where the request member that the group is about has no effect at all. */
  readonly isDropped?: true
  /** Another signature that came to the same exchanges: two sides of one mistake. */
  readonly beside?: Signature
}

/** The failed results by their signatures. */
export function groupsOf(failures: readonly Failure[], ground: Ground): readonly Group[] {
  const found = new Map<string, { signature: Signature; failures: Failure[] }>()
  for (const failure of failures.map((one) => signed(one, ground))) {
    const { signature } = failure
    const key = keyOf(signature)
    const known = found.get(key)
    if (known === undefined) found.set(key, { signature, failures: [failure] })
    else known.failures.push(failure)
  }
  return [...found.values()].sort((one, other) => byText(keyOf(one.signature), keyOf(other.signature)))
}

/** One group of several, under a signature of its own. */
export function united(groups: readonly Group[], signature: Signature): Group {
  return { signature, failures: groups.flatMap(({ failures }) => failures) }
}

/** Groups with those that a key names alike put together; those without a key stay alone. */
export function unitedBy(
  groups: readonly Group[],
  keyOf: (group: Group) => string | undefined,
  signatureFor: (key: string, groups: readonly Group[]) => Signature,
): readonly Group[] {
  const keyed = new Map<string, Group[]>()
  const alone: Group[] = []
  for (const group of groups) {
    const key = keyOf(group)
    if (key === undefined) alone.push(group)
    else keyed.set(key, [...(keyed.get(key) ?? []), group])
  }
  return [
    ...alone,
    ...[...keyed].map(([key, own]) => (own.length === 1 ? own[0]! : united(own, signatureFor(key, own)))),
  ]
}
