import { type Coverage, coverageReport } from '../../coverage/index.ts'
import type { About } from '../../evidence/line.ts'
import { exchangesToShow, type Judge, type Ruling, type RunContext, startJudge, summarize } from '../../judge/index.ts'
import type { Exchange } from '../../model/exchange.ts'
import type { Report } from '../../model/report.ts'
import type { Catalogue } from '../../model/suite.ts'

/** What a report is made from, beside the judge. */
export interface Conclusion extends Omit<RunContext, 'evidence' | 'describe'> {
  readonly catalogue: Catalogue
  readonly coverage: Coverage
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
  const { catalogue, coverage, halted, gap, read, about, ...rest } = conclusion
  const asked = halted === null ? judge : startJudge(catalogue)
  const rulings = asked
    .conclude()
    .map((ruling) => (rest.exclusion(ruling.requirement) === undefined ? ruling : unasked(ruling)))
  const shown = exchangesToShow(rulings, rest.shrunk)
  const context = { ...rest, evidence: evidenceOf(shown, read), describe: (id: string) => describe(about(id)) }
  const report = { ...summarize(rulings, context), ...coverageOf(conclusion) }
  if (halted !== null) return inconclusive(report, halted)
  return gap !== undefined && report.summary.verdict === 'conforming' ? inconclusive(report, gap) : report
}

/** A run that was halted judged nothing, and so exercised nothing. */
function coverageOf({ catalogue, coverage, halted, exclusion }: Conclusion): Pick<Report, 'coverage'> {
  if (halted !== null) return {}
  const requirements = new Map(catalogue.requirements.map((one) => [one.id, one]))
  const exclusionOf = (id: string) => {
    const requirement = requirements.get(id)
    return requirement && exclusion(requirement)
  }
  return { coverage: coverageReport(coverage, { operations: catalogue.operations, exclusion: exclusionOf }) }
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
