import { limitsIn } from '../conformance/core/model/limit.ts'
import type { Counts, Report, RunVerdict } from '../conformance/core/model/report.ts'
import { unexcused } from './known.ts'
import { wordOf } from './outcome.ts'

/** One of the compared results documents. */
export interface Side {
  /** The path of the file, as the user gave it. */
  readonly name: string
  /** The user's name for the target; absent if it has none. */
  readonly label?: string
  /** The URL of the HTML report, relative to the page of the comparison; absent if there is no report. */
  readonly page?: string
  readonly target: string
  readonly tool: string
  readonly startedAt: string
  readonly profile: string
  readonly strict: boolean
  /** The digests of the specification and of the catalogue. */
  readonly specification: string
  readonly edition?: string
  readonly catalogue: string
  readonly verdict: RunVerdict
  readonly reason: string
  readonly counts: Counts
  readonly unexcused: number
  /** The limits that narrowed the run. Limits that the run did not reach are omitted. */
  readonly limits: readonly string[]
}

/** Returns a verdict as a word, for example `conforming (limited run)`. */
export function verdictText({ verdict, limits }: Pick<Side, 'verdict' | 'limits'>): string {
  return `${wordOf(verdict)}${limits.length === 0 ? '' : ' (limited run)'}`
}

/** A report with the name of its file. */
export interface NamedReport {
  readonly name: string
  readonly report: Report
  readonly page?: string | undefined
}

export function sideOf({ name, report, page }: NamedReport): Side {
  const { target, tool, startedAt, profile, strict, specification, edition, catalogue, summary } = report
  return {
    name,
    label: target.label,
    page,
    target: target.url,
    tool: `${tool.name} ${tool.version}`,
    startedAt,
    profile,
    strict,
    specification: specification.digest,
    ...(edition === undefined ? {} : { edition }),
    catalogue: catalogue.digest,
    verdict: summary.verdict,
    reason: summary.reason,
    counts: summary.counts,
    unexcused: unexcused(report).length,
    limits: limitsIn(report).flatMap(({ kind, text }) => (kind === 'most' ? [] : [text])),
  }
}

/** Returns the differences between sides that make a comparison of their requirements uncertain, in words. */
export function cautionsFor(reports: readonly NamedReport[]): readonly string[] {
  const sides = reports.map(sideOf)
  const differ = (member: (side: Side) => string) => new Set(sides.map(member)).size > 1
  return [
    ...(differ(({ specification }) => specification)
      ? ['the results were judged against different versions of the specification']
      : []),
    ...(differ(({ edition = '' }) => edition)
      ? ['the results were judged by different editions; judge the evidence of one again with mgi check --edition']
      : []),
    ...(differ(({ catalogue }) => catalogue)
      ? [
          catalogueCaution(
            reports,
            differ(({ tool }) => tool),
          ),
        ]
      : []),
    ...(differ(({ strict }) => String(strict))
      ? ['some runs are strict and some are not: a failure in one is a warning in another']
      : []),
    ...(differ(({ profile }) => profile)
      ? ['the runs have different profiles, so they test different requirements']
      : []),
    ...sides.flatMap(({ name, limits }) => (limits.length === 0 ? [] : [`${name} was limited: ${limits.join('; ')}`])),
  ]
}

/** The most requirements that a caution names. */
const named = 3

/** Names the requirements that only some sides have. Those of one version of the suite differ only by plugins. */
function catalogueCaution(reports: readonly NamedReport[], areToolsDifferent: boolean): string {
  const having = new Map<string, string[]>()
  for (const { name, report } of reports)
    for (const { id } of report.requirements) having.set(id, [...(having.get(id) ?? []), name])
  const partial = [...having].filter(([, names]) => names.length < reports.length)
  if (areToolsDifferent || partial.length === 0)
    return 'the results were judged with different catalogues of requirements; judge the older evidence again with mgi check'
  const told = partial.slice(0, named).map(([id, names]) => `${id} (only ${names.join(', ')})`)
  const more = partial.length - told.length
  const all = [...told, ...(more > 0 ? [`${more} more`] : [])].join('; ')
  return `not all results were judged by ${all}; give all runs the same plugins (--plugin of mgi run, mgi check or mgi merge)`
}
