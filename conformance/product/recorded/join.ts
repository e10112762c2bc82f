import { distinctLimits, type Limit } from '../../core/model/limit.ts'
import { UsageError } from '../../core/text/usage-error.ts'
import type { EvidenceFooter, EvidenceHeader, Selection } from '../../engine/record/evidence/frame.ts'
import { exclusionBy } from '../config/selection.ts'
import type { Conclusion } from '../report/conclude.ts'
import { effectiveConfig, overBudgetIn } from '../report/run-facts.ts'
import { missingShards } from './shares.ts'

/** The part of a conclusion that comes from headers and footers of evidence files. */
export type Frame = {
  readonly selection: Selection
  readonly ends: readonly EvidenceFooter[]
} & Pick<
  Conclusion,
  | 'tool'
  | 'target'
  | 'seed'
  | 'profile'
  | 'strict'
  | 'startedAt'
  | 'durationMs'
  | 'config'
  | 'limits'
  | 'aims'
  | 'exclusion'
  | 'halted'
  | 'gap'
  | 'intermittent'
  | 'shrunk'
  | 'overBudget'
  | 'commands'
>

export function joinedFrames(
  headers: readonly EvidenceHeader[],
  footers: readonly (EvidenceFooter | undefined)[],
  isStrict: boolean,
): Frame {
  const [first] = headers
  if (first === undefined) throw new UsageError('the file is empty; mgi run writes exchanges.ndjson')
  const stranger = headers.find(({ target }) => !isSameTarget(target, first.target))
  if (stranger !== undefined)
    throw new UsageError(
      `the files are from ${first.target.url} and ${stranger.target.url}; check one target at a time`,
    )
  const ends = footers.filter((footer) => footer !== undefined)
  const selection = joinedSelection(headers)
  return {
    selection,
    ends,
    tool: first.tool,
    target: first.target,
    seed: first.seed,
    profile: first.profile,
    strict: isStrict || headers.some(({ strict }) => strict),
    startedAt: headers.map(({ startedAt }) => startedAt).sort()[0]!,
    durationMs: sum(ends.map(({ durationMs }) => durationMs)),
    limits: limitsOf(headers, ends),
    config: effectiveConfig({ selection, vocabulary: first.vocabulary ?? {} }),
    aims: aimsOf(headers),
    exclusion: exclusionBy(selection),
    halted: haltOf(ends),
    gap: ends.find(({ gap }) => gap !== null)?.gap ?? undefined,
    overBudget: overBudgetIn(ends),
    intermittent: new Set(ends.flatMap(({ intermittent }) => intermittent)),
    shrunk: new Map(ends.flatMap(({ shrunk }) => shrunk)),
    commands: () => ({}),
  }
}

/** Returns the reason why no run judged anything, preferably that of a shard that was not empty. */
function haltOf(ends: readonly EvidenceFooter[]): string | null {
  if (!ends.every(({ halted }) => halted !== null)) return null
  return (ends.find(({ count }) => count > 0) ?? ends[0])?.halted ?? null
}

/** Returns whether two targets are the same. Ignores the port of the embedded server. */
function isSameTarget(one: EvidenceHeader['target'], other: EvidenceHeader['target']): boolean {
  return one.url === other.url || (one.embedded && other.embedded)
}

/** Returns the limits of the runs. If all shards of a plan are present, their limits do not count. */
function limitsOf(headers: readonly EvidenceHeader[], ends: readonly EvidenceFooter[]): readonly Limit[] {
  const said = distinctLimits([...headers, ...ends].flatMap(({ limits }) => limits))
  if (missingShards(headers)?.length !== 0) return said
  return said.filter(({ kind }) => kind !== 'shard')
}

/** Returns the aims of all runs, or `undefined` if one file has no plan. */
function aimsOf(headers: readonly EvidenceHeader[]): ReadonlySet<string> | undefined {
  const aims = headers.map((header) => header.aims)
  return aims.includes(null) ? undefined : new Set(aims.flatMap((list) => list ?? []))
}

export function joinedSelection(headers: readonly EvidenceHeader[]): Selection {
  const selections = headers.map(({ selection }) => selection)
  const isWhole = selections.some(({ requirements }) => requirements.length === 0)
  return {
    areas: [...new Set(selections.flatMap(({ areas }) => areas))],
    requirements: isWhole ? [] : [...new Set(selections.flatMap(({ requirements }) => requirements))],
    unsupported: [...new Set(selections.flatMap(({ unsupported }) => unsupported))],
    ...skippedByAll(selections),
  }
}

function skippedByAll([first, ...others]: readonly Selection[]): Pick<Selection, 'skip'> {
  const isSkipped = (glob: string) => others.every(({ skip = [] }) => skip.some((one) => one.requirements === glob))
  const skip = first?.skip?.filter(({ requirements }) => isSkipped(requirements)) ?? []
  return skip.length === 0 ? {} : { skip }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
