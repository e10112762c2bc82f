import type { KnownFailures, KnownGroup } from '../../judge/index.ts'
import type { Profile } from '../../model/vocabulary.ts'

/** What of a run decides how a list of known failures is held against it. */
export interface Run {
  /** ISO 8601, UTC: entries expire by the day on which a run began, not by the day on which it is judged again. */
  readonly startedAt: string
  readonly profile: Profile
  /** What cut it short while it went on. */
  readonly limits: readonly string[]
}

/** The list of known failures as a report is to hold it against a run; nothing where there is no list. */
export function knownIn(groups: readonly KnownGroup[] | undefined, run: Run): { readonly known?: KnownFailures } {
  if (groups === undefined) return {}
  const isPartial = run.profile === 'smoke' || run.limits.length > 0
  return { known: { groups, day: new Date(run.startedAt).toISOString().slice(0, 10), isPartial } }
}
