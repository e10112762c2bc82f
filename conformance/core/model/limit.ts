import type { Report } from './report.ts'

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
  'experiment',
  'unmarked',
  'other',
] as const

/**
 * A limit that narrows a run down or cuts it short.
 *
 * - `most` is a budget. Requests that it cut off are a separate limit.
 * - `absent` is a declaration of the vendor, and `unchecked` a certificate that was not verified.
 * - `experiment` is why the experiment behind the gateway is not complete, and `unmarked` what it does not look for. Neither
 *   limits the run.
 * - `time` is for requests left unsent at the end of the run, and `cut` for those left out by any other limit.
 */
export interface Limit {
  readonly kind: (typeof limitKinds)[number]
  readonly text: string
}

const beside: ReadonlySet<Limit['kind']> = new Set(['absent', 'most', 'unchecked', 'experiment', 'unmarked'])

/** Returns whether a run with this limit sent less than it would have sent without it. */
export function isNarrowing({ kind }: Limit): boolean {
  return !beside.has(kind)
}

/** Returns whether a limit left some planned requests unsent. */
export function isCut({ kind }: Limit): boolean {
  return kind === 'cut' || kind === 'time' || kind === 'interrupted'
}

/** Returns the limits of a report. Those of a report without kinds are `other`. */
export function limitsIn({ limits, limitKinds = [] }: Pick<Report, 'limits' | 'limitKinds'>): readonly Limit[] {
  return limits.map((text, index) => ({ kind: limitKinds[index] ?? 'other', text }))
}

/** Returns whether a limit is of the experiment behind the gateway. */
export function isBehind({ kind }: Limit): boolean {
  return kind === 'experiment' || kind === 'unmarked'
}

export function distinctLimits(limits: readonly Limit[]): readonly Limit[] {
  return [...new Map(limits.map((limit) => [limit.text, limit])).values()]
}
