import type { FailureContext } from './asks.ts'
import { byText, type Failure } from './failure.ts'
import { keyOf, type Signature, signed } from './signature.ts'

/** Failed results with a common cause. */
export interface Group {
  readonly signature: Signature
  readonly failures: readonly Failure[]
  /** Set if the request member that the group is about has no effect at all. */
  readonly isDropped?: true
  /** The spelling of that member that alone has no effect. */
  readonly spelling?: string | undefined
  /** Another signature of the same exchanges, as another symptom of the same defect. */
  readonly beside?: Signature
}

/** Groups the failed results by their signatures. */
export function groupsOf(failures: readonly Failure[], ground: FailureContext): readonly Group[] {
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

export function united(groups: readonly Group[], signature: Signature): Group {
  return { signature, failures: groups.flatMap(({ failures }) => failures) }
}

/** Merges the groups that have the same key. Groups without a key stay separate. */
export function mergeGroupsBy(
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
