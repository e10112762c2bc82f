import type { Counts, Report, RunVerdict } from '../conformance/model/report.ts'
import { unexcused } from './known.ts'

/** One of several results that are looked at together. */
export interface Side {
  /** What its user calls it: the path of the file. */
  readonly name: string
  readonly target: string
  readonly tool: string
  readonly startedAt: string
  readonly profile: string
  readonly strict: boolean
  readonly document: string
  readonly verdict: RunVerdict
  readonly reason: string
  readonly counts: Counts
  /** Failures that no list of known failures excuses. */
  readonly unexcused: number
  readonly limits: readonly string[]
}

/** Results under a name. */
export interface NamedReport {
  readonly name: string
  readonly report: Report
}

export function sideOf({ name, report }: NamedReport): Side {
  const { target, tool, startedAt, profile, strict, document, summary, limits } = report
  return {
    name,
    target: target.url,
    tool: `${tool.name} ${tool.version}`,
    startedAt,
    profile,
    strict,
    document: document.digest,
    verdict: summary.verdict,
    reason: summary.reason,
    counts: summary.counts,
    unexcused: unexcused(report).length,
    limits,
  }
}

/** What tells sides apart so far that their requirements cannot be put beside each other for certain, in words. */
export function cautionsFor(sides: readonly Side[]): readonly string[] {
  const differ = (member: (side: Side) => string) => new Set(sides.map(member)).size > 1
  return [
    ...(differ(({ document }) => document)
      ? ['they were judged by different catalogues of requirements; judge the older evidence again with mgi check']
      : []),
    ...(differ(({ strict }) => String(strict))
      ? ['some are strict and some are not: what fails in one warns in another']
      : []),
    ...(differ(({ profile }) => profile) ? ['their profiles differ, and so does what they set out to exercise'] : []),
    ...sides.flatMap(({ name, limits }) => (limits.length === 0 ? [] : [`${name} was limited: ${limits.join('; ')}`])),
  ]
}
