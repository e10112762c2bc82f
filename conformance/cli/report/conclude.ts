import { type Coverage, coverageReport } from '../../coverage/index.ts'
import { type Judge, type Ruling, type RunContext, startJudge, summarize } from '../../judge/index.ts'
import type { Report } from '../../model/report.ts'
import type { Catalogue } from '../../model/suite.ts'
import { type Keeping, readBack } from './read-back.ts'

/** What a report is made from, beside the judge. */
export interface Conclusion extends Omit<RunContext, 'evidence' | 'commands'>, Keeping {
  readonly catalogue: Catalogue
  readonly coverage: Coverage
  /** Why nothing could be judged, where that is so. */
  readonly halted: string | null
  /** Why the evidence is not whole, where that is so: then nothing is conforming for certain. */
  readonly gap: string | undefined
}

/** The report of what a judge has seen. Only the exchanges that findings point to are read back, one by one. */
export async function conclude(judge: Judge, conclusion: Conclusion): Promise<Report> {
  const { catalogue, coverage, halted, gap, read, about, commands, traffic, ...rest } = conclusion
  const asked = halted === null ? judge : startJudge(catalogue)
  const rulings = asked
    .conclude()
    .map((ruling) => (rest.exclusion(ruling.requirement) === undefined ? ruling : unasked(ruling)))
  const context = {
    ...rest,
    ...(halted === null && traffic !== undefined ? { traffic } : {}),
    ...(await readBack(rulings, rest.shrunk, { read, about, commands })),
  }
  const report = { ...summarize(rulings, context), ...coverageOf(conclusion) }
  if (halted !== null) return inconclusive(report, halted)
  return gap === undefined ? report : withGap(report, gap)
}

/** What is missing leaves a violation what it is. It explains what could not be judged, and outweighs what was kept. */
function withGap(report: Report, gap: string): Report {
  const { verdict, reason } = report.summary
  if (verdict === 'nonconforming') return report
  return inconclusive(report, verdict === 'conforming' ? gap : `${gap}; ${reason}`)
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

function inconclusive(report: Report, reason: string): Report {
  return { ...report, summary: { ...report.summary, verdict: 'inconclusive', reason } }
}
