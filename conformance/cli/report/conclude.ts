import type { About } from '../../evidence/line.ts'
import { exchangesToShow, type Judge, type Ruling, type RunContext, startJudge, summarize } from '../../judge/index.ts'
import type { Exchange } from '../../model/exchange.ts'
import type { Report } from '../../model/report.ts'
import type { Catalogue } from '../../model/suite.ts'

/** What a report is made from, beside the judge. */
export interface Conclusion extends Omit<RunContext, 'evidence' | 'describe'> {
  readonly catalogue: Catalogue
  /** Why nothing could be judged, where that is so. */
  readonly halted: string | null
  /** Why the evidence is not whole, where that is so: then nothing is conforming for certain. */
  readonly gap: string | undefined
  /** Reads an exchange back from where it is kept. */
  readonly read: (id: string) => Exchange | undefined
  readonly about: (id: string) => About
}

/** The report of what a judge has seen. Only the exchanges that findings point to are read back into memory. */
export function conclude(judge: Judge, conclusion: Conclusion): Report {
  const { catalogue, halted, gap, read, about, traffic, ...rest } = conclusion
  const asked = halted === null ? judge : startJudge(catalogue)
  const rulings = asked
    .conclude()
    .map((ruling) => (rest.exclusion(ruling.requirement) === undefined ? ruling : unasked(ruling)))
  const shown = exchangesToShow(rulings, rest.shrunk)
  const report = summarize(rulings, {
    ...rest,
    ...(halted === null && traffic !== undefined ? { traffic } : {}),
    evidence: evidenceOf(shown, read),
    describe: (id) => describe(about(id)),
  })
  if (halted !== null) return inconclusive(report, halted)
  return gap !== undefined && report.summary.verdict === 'conforming' ? inconclusive(report, gap) : report
}

/** What nobody asked about is not ruled on, whatever the exchanges of others happen to show. */
function unasked({ requirement }: Ruling): Ruling {
  return { requirement, verdict: 'untested', exchanges: 0, findings: [], findingsTotal: 0 }
}

function evidenceOf(ids: readonly string[], read: Conclusion['read']): ReadonlyMap<string, Exchange> {
  const found = new Map<string, Exchange>()
  for (const id of ids) {
    const exchange = read(id)
    if (exchange !== undefined) found.set(id, exchange)
  }
  return found
}

function describe({ operation, purpose }: About): ReturnType<RunContext['describe']> {
  return { ...(operation === undefined ? {} : { operation }), ...(purpose === undefined ? {} : { purpose }) }
}

function inconclusive(report: Report, reason: string): Report {
  return { ...report, summary: { ...report.summary, verdict: 'inconclusive', reason } }
}
