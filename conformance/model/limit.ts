import type { Report } from './report.ts'

/** The kinds of what narrows a run down or cuts it short. */
export const limitKinds = [
  'shard',
  'areas',
  'requirements',
  'skip',
  'absent',
  'profile',
  'most',
  'unchecked',
  'interrupted',
  'time',
  'cut',
  'other',
] as const

/**
 * A bound that narrows a run down or cuts it short.
 *
 * - `most` is a budget; what it cut off is a limit of its own.
 * - `absent` is what the vendor declares absent, and `unchecked` a certificate that was not checked.
 * - `time` is what the end of the run left unsent, and `cut` what any other bound did.
 */
export interface Limit {
  readonly kind: (typeof limitKinds)[number]
  readonly text: string
}

/** How the reason of a result begins that `--area` or `--requirement` left out. */
export const limitedTo = 'the run was limited to'

/** Returns whether a run with that limit sent less than it would have sent without it. */
export function isNarrowing({ kind }: Limit): boolean {
  return kind !== 'absent' && kind !== 'most' && kind !== 'unchecked'
}

/** Returns whether a limit left something unsent that the run had planned. */
export function isCut({ kind }: Limit): boolean {
  return kind === 'cut' || kind === 'time' || kind === 'interrupted'
}

/** Returns the limits of a report; those of a report that does not tell their kinds are `other`. */
export function limitsIn({ limits, limitKinds = [] }: Pick<Report, 'limits' | 'limitKinds'>): readonly Limit[] {
  return limits.map((text, index) => ({ kind: limitKinds[index] ?? 'other', text }))
}

/** Returns the limits without repetitions. */
export function distinctLimits(limits: readonly Limit[]): readonly Limit[] {
  return [...new Map(limits.map((limit) => [limit.text, limit])).values()]
}
