import type { Report } from '../conformance/core/model/report.ts'
import type { UpstreamOutcome, UpstreamResult, UpstreamVerdict } from '../conformance/core/model/upstream.ts'
import { counted } from '../conformance/core/text/counted.ts'

export const upstreamHeadlines = {
  faithful: { glyph: '✓', word: 'Faithful' },
  unfaithful: { glyph: '✗', word: 'Unfaithful' },
  inconclusive: { glyph: '?', word: 'Inconclusive' },
} as const satisfies Record<UpstreamVerdict, { readonly glyph: string; readonly word: string }>

/** States what the section is about, and what it does not decide. */
export const upstreamNote =
  'The suite was the client and the provider of the gateway at once. The specification does not speak of providers, so this never changes the verdict of the run.'

/** Returns the verdict behind the gateway as one line. Returns undefined if the run did not play the provider. */
export function upstreamVerdictText({ upstream }: Pick<Report, 'upstream'>): string | undefined {
  if (upstream === undefined) return undefined
  const { verdict, reason, sent, arrived } = upstream
  const { glyph, word } = upstreamHeadlines[verdict]
  return `Behind the gateway: ${glyph} ${word.toLowerCase()}: ${reason} (${arrived} of ${counted(sent, 'request')} arrived upstream)`
}

const outcomeRanks = {
  fail: 0,
  inconclusive: 1,
  observed: 2,
  pass: 3,
} as const satisfies Record<UpstreamOutcome, number>

/** Returns the results, the worst first. */
export function upstreamResultsOf({ upstream }: Pick<Report, 'upstream'>): readonly UpstreamResult[] {
  return [...(upstream?.results ?? [])].sort((one, other) => outcomeRanks[one.outcome] - outcomeRanks[other.outcome])
}

export function upstreamFindingText({ message, trial, expected, actual }: UpstreamResult['findings'][number]): string {
  const difference = [
    ...(expected === undefined ? [] : [`expected ${expected}`]),
    ...(actual === undefined ? [] : [`got ${actual}`]),
  ].join(', ')
  return `${message}${difference === '' ? '' : `: ${difference}`} (${trial})`
}

/** Returns the verdict and each result that did not pass, with its findings, as lines of text. */
export function upstreamTextLines(report: Pick<Report, 'upstream'>): readonly string[] {
  const text = upstreamVerdictText(report)
  const open = upstreamResultsOf(report).filter(({ outcome }) => outcome !== 'pass')
  const rows = open.flatMap(({ id, operation, outcome, findings }) =>
    findings.map((finding) => `${outcome} ${id} on ${operation}: ${upstreamFindingText(finding)}`),
  )
  return text === undefined ? [] : [text, ...rows]
}
