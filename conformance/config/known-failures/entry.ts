import type { KnownFailures, KnownGroup } from '../../judge/index.ts'
import { matchesGlob } from '../../model/glob.ts'
import { isNarrowing, type Limit } from '../../model/limit.ts'
import type { ResultName } from '../../model/report.ts'
import { operationsOf, type Requirement } from '../../model/requirement.ts'
import type { Endpoint, Profile } from '../../model/vocabulary.ts'

/** One entry of a list of known failures, as its schema (`schemas/known-failures/known-failures.json`) describes it. */
export interface KnownEntry {
  /** A requirement's id or a glob of them. */
  readonly requirement: string
  /** The operations on which it is known to fail; absent for all of its operations. */
  readonly operations?: readonly Endpoint[]
  /** Set where it fails in some runs only: that it passes does not make the entry stale. */
  readonly intermittent?: boolean
  readonly reason: string
  readonly owner?: string
  readonly link?: string
  /** The last day on which it excuses anything, `YYYY-MM-DD`. */
  readonly expires?: string
}

/** What of a run decides how a list of known failures is held against it. */
interface Run {
  /** ISO 8601, UTC: entries expire by the day on which a run began, not by the day on which it is judged again. */
  readonly startedAt: string
  readonly profile: Profile
  /** What narrowed it down from the start, what cut it short while it went on, and what of it cannot be read. */
  readonly limits: readonly Limit[]
}

/** The list of known failures as a report is to hold it against a run; nothing where there is no list. */
export function knownIn(groups: readonly KnownGroup[] | undefined, run: Run): { readonly known?: KnownFailures } {
  if (groups === undefined) return {}
  const isPartial = run.profile === 'smoke' || run.limits.some(isNarrowing)
  return { known: { groups, day: new Date(run.startedAt).toISOString().slice(0, 10), isPartial } }
}

/** Every result that a run may have: each requirement on each of its operations. */
export function resultNames(requirements: readonly Requirement[]): readonly ResultName[] {
  return requirements.flatMap((one) => operationsOf(one).map((operation) => ({ requirement: one.id, operation })))
}

/** Whether an entry of a list of known failures names a result. */
export function isNamed(
  { requirement: pattern, operations }: Pick<KnownEntry, 'requirement' | 'operations'>,
  { requirement, operation }: ResultName,
): boolean {
  return matchesGlob(pattern, requirement) && (operations === undefined || operations.includes(operation))
}
