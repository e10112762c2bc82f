import { type Coverage, coverageReport } from '../../coverage/index.ts'
import type { About } from '../../evidence/line.ts'
import { type Judge, type Ruling, type RunContext, startJudge, summarize } from '../../judge/index.ts'
import type { Exchange } from '../../model/exchange.ts'
import type { Report } from '../../model/report.ts'
import type { Catalogue } from '../../model/suite.ts'
import { handBackGrownMemory } from '../run/hand-back-memory.ts'

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

/** The report of what a judge has seen. Only the exchanges that findings point to are read back, one by one. */
export function conclude(judge: Judge, conclusion: Conclusion): Report {
  const { catalogue, coverage, halted, gap, read, about, traffic, ...rest } = conclusion
  const asked = halted === null ? judge : startJudge(catalogue)
  const rulings = asked
    .conclude()
    .map((ruling) => (rest.exclusion(ruling.requirement) === undefined ? ruling : unasked(ruling)))
  const context = {
    ...rest,
    ...(halted === null && traffic !== undefined ? { traffic } : {}),
    evidence: { get: fromEvidence(read) },
    describe: (id: string) => describe(about(id)),
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

/** Reads exchanges back when they are asked for. Small ones are remembered, of large ones the last one. */
function fromEvidence(read: Conclusion['read']): (id: string) => Exchange | undefined {
  const known = new Map<string, Exchange>()
  let large: Exchange | undefined
  return (id) => {
    const found = known.get(id) ?? (large?.id === id ? large : undefined)
    if (found !== undefined) return found
    large = undefined
    handBackGrownMemory()
    const exchange = read(id)
    if (exchange === undefined) return undefined
    if (isLarge(exchange)) large = exchange
    else known.set(id, exchange)
    return exchange
  }
}

function isLarge({ request, response }: Exchange): boolean {
  const answered = (response?.chunks ?? []).reduce((sum, { bytes }) => sum + bytes.length, 0)
  return request.body.length + answered > 256 * 1024
}

function describe({ operation, purpose }: About): ReturnType<RunContext['describe']> {
  return { ...(operation === undefined ? {} : { operation }), ...(purpose === undefined ? {} : { purpose }) }
}

function inconclusive(report: Report, reason: string): Report {
  return { ...report, summary: { ...report.summary, verdict: 'inconclusive', reason } }
}
