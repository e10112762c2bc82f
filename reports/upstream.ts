import type { Report } from '../conformance/core/model/report.ts'
import type { UpstreamVerdict } from '../conformance/core/model/upstream.ts'
import type { Outcome } from '../conformance/core/model/vocabulary.ts'
import { counted } from '../conformance/core/text/counted.ts'
import { marks } from './outcome.ts'
import { allResults, nameOf, type Result } from './result.ts'

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
  warn: 2,
  skipped: 3,
  observed: 4,
  pass: 5,
} as const satisfies Record<Outcome, number>

/** Returns the results behind the gateway, the worst first. */
export function upstreamResultsOf(report: Pick<Report, 'requirements'>): readonly Result[] {
  return allResults(report)
    .filter(({ behind }) => behind === true)
    .sort((one, other) => outcomeRanks[one.verdict] - outcomeRanks[other.verdict])
}

/** Returns the verdict and each failed or undecided result as lines of text, with its first finding and its command. */
export function upstreamTextLines(report: Pick<Report, 'upstream' | 'requirements'>): readonly string[] {
  const text = upstreamVerdictText(report)
  const open = upstreamResultsOf(report).filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive')
  return text === undefined ? [] : [text, ...open.flatMap(linesOf), ...(report.upstream?.limits ?? [])]
}

function linesOf(result: Result): readonly string[] {
  const { verdict, reason, findings } = result
  const [first] = findings
  const line = `${marks[verdict].glyph} ${nameOf(result)}: ${reason}${first === undefined ? '' : ` (${first.exchange})`}`
  return first?.replay === undefined ? [line] : [line, `replay ${first.replay}`]
}
