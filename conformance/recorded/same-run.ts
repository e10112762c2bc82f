import { UsageError } from '../model/usage-error.ts'
import type { EvidenceHeader } from '../record/evidence/frame.ts'

interface GivenFile {
  readonly file: string
  readonly header: EvidenceHeader
}

/**
 * Rejects a run that is given twice, be it the same file, a copy of it, or what it was merged into: its exchanges would
 * count twice, and ids that nobody used twice would not be unique.
 */
export function rejectTwice(): (file: string, header: EvidenceHeader) => void {
  const given: GivenFile[] = []
  return (file, header) => {
    const former = given.find((one) => isSameRun(one.header, header))
    if (former !== undefined) throw new UsageError(`${former.file} and ${file} hold the same run; name each run once`)
    given.push({ file, header })
  }
}

/** Shards of a plan may begin at the same time; what was merged of shards is the share of none. */
function isSameRun(one: EvidenceHeader, other: EvidenceHeader): boolean {
  if (identity(one) !== identity(other)) return false
  return one.shard === undefined || other.shard === undefined || one.shard.index === other.shard.index
}

function identity({ startedAt, target, seed, profile, selection, vocabulary }: EvidenceHeader): string {
  return JSON.stringify([startedAt, target.url, seed, profile, selection, vocabulary])
}
