import type { KnownFailures, KnownGroup } from '../../judge/index.ts'
import { isNarrowing, type Limit } from '../../model/limit.ts'
import type { Profile } from '../../model/vocabulary.ts'

/** What of a run decides how a list of known failures is held against it. */
export interface Run {
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
