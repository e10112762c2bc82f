import { isNarrowing, type Limit } from '../../../core/model/limit.ts'
import type { KnownFailure, ResultName } from '../../../core/model/report.ts'
import { operationsOf, type Requirement } from '../../../core/model/requirement.ts'
import type { Profile } from '../../../core/model/vocabulary.ts'
import { matchesGlob } from '../../../core/text/glob.ts'
import type { KnownFailures, KnownGroup } from '../../../engine/judge/index.ts'

/** One entry of a list of known failures, as its schema (`schemas/known-failures/known-failures.json`) describes it. */
export interface KnownEntry extends Omit<KnownFailure, 'pattern' | 'state' | 'results'> {
  /** The id of a requirement, or a glob. */
  readonly requirement: string
}

/** The facts about a run that matter for a list of known failures. */
interface Run {
  /**
   * The start of the run, in ISO 8601, UTC. Entries expire by the day of the run, not the day on which it is judged
   * again.
   */
  readonly startedAt: string
  readonly profile: Profile
  /** The limits of the run: those from the start, those that cut it off, and evidence that cannot be read. */
  readonly limits: readonly Limit[]
}

/** Returns the list of known failures for the report of a run, or nothing if there is no list. */
export function knownIn(groups: readonly KnownGroup[] | undefined, run: Run): { readonly known?: KnownFailures } {
  if (groups === undefined) return {}
  const isPartial = run.profile === 'smoke' || run.limits.some(isNarrowing)
  return { known: { groups, day: new Date(run.startedAt).toISOString().slice(0, 10), isPartial } }
}

/** Returns the names of all results: each requirement on each of its operations. */
export function resultNames(requirements: readonly Requirement[]): readonly ResultName[] {
  return requirements.flatMap((one) => operationsOf(one).map((operation) => ({ requirement: one.id, operation })))
}

export function isNamed(
  { requirement: pattern, operations }: Pick<KnownEntry, 'requirement' | 'operations'>,
  { requirement, operation }: ResultName,
): boolean {
  return matchesGlob(pattern, requirement) && (operations === undefined || operations.includes(operation))
}
