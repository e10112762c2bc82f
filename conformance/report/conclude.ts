import { type Coverage, coverageReport } from '../coverage/index.ts'
import { type ExchangeFact, type Judge, type Ruling, type RunContext, startJudge, summarize } from '../judge/index.ts'
import type { Report } from '../model/report.ts'
import { isPassing } from '../model/run-verdict.ts'
import type { Catalogue } from '../model/suite.ts'
import type { Endpoint } from '../model/vocabulary.ts'
import { defectsOf } from '../traceability/known-defects.ts'
import { specification } from '../traceability/specification.ts'
import { type Keeping, readBack } from './read-back.ts'
import { factWithoutSecrets, withoutSecrets } from './without-secrets.ts'

/** What a report is made from, beside the judge. */
export interface Conclusion extends Omit<RunContext, 'evidence' | 'commands' | 'specification'>, Keeping {
  /** Puts labels where secrets are in what reports show of exchanges; absent where they hold none. */
  readonly redact?: (text: string) => string
  readonly catalogue: Catalogue
  readonly coverage: Coverage
  /** Why nothing could be judged, where that is so. */
  readonly halted: string | null
  /** Why the evidence is not whole, where that is so: then nothing passes for certain. */
  readonly gap: string | undefined
}

/** A report, and what it was made of. */
export interface Concluded {
  readonly report: Report
  readonly rulings: readonly Ruling[]
  readonly facts: readonly ExchangeFact[]
}

/** The report of what a judge has seen. Only the exchanges that findings point to are read back, one by one. */
export function conclude(judge: Pick<Judge, 'conclude' | 'facts'>, conclusion: Conclusion): Concluded {
  const { catalogue, coverage, halted, gap, read, about, commands, traffic, redact, ...rest } = conclusion
  const asked = halted === null ? judge : startJudge(catalogue)
  const rulings = asked
    .conclude()
    .map((ruling) => (rest.exclusion(ruling.requirement, ruling.operation) === undefined ? ruling : unasked(ruling)))
    .map((ruling) => (redact === undefined ? ruling : withoutSecrets(ruling, redact)))
  const context = {
    ...rest,
    specification,
    isHalted: halted !== null,
    ...(halted === null && traffic !== undefined ? { traffic } : {}),
    ...readBack(rulings, rest.shrunk, { read, about, commands }),
  }
  const facts = asked.facts().map((fact) => factWithoutSecrets(fact, redact))
  const summed = { ...summarize(rulings, context, { facts, defectsOf }), ...coverageOf(conclusion) }
  if (halted !== null) return { report: inconclusive(summed, halted), rulings, facts }
  return { report: gap === undefined ? summed : withGap(summed, gap), rulings, facts }
}

/** What is missing leaves a violation what it is. It explains what could not be judged, and outweighs what was kept. */
function withGap(report: Report, gap: string): Report {
  const { verdict, reason } = report.summary
  if (verdict === 'nonconforming') return report
  return inconclusive(report, isPassing(verdict) ? gap : `${gap}; ${reason}`)
}

/** A run that was halted judged nothing, and so exercised nothing. */
function coverageOf({ catalogue, coverage, halted, exclusion }: Conclusion): Pick<Report, 'coverage'> {
  if (halted !== null) return {}
  const requirements = new Map(catalogue.requirements.map((one) => [one.id, one]))
  const exclusionOf = (id: string, operation: Endpoint) => {
    const requirement = requirements.get(id)
    return requirement && exclusion(requirement, operation)
  }
  return { coverage: coverageReport(coverage, { operations: catalogue.operations, exclusion: exclusionOf }) }
}

/** What nobody asked about is not ruled on, whatever the exchanges of others happen to show. */
function unasked({ requirement, operation }: Ruling): Ruling {
  return { requirement, operation, verdict: 'untested', exchanges: 0, violating: 0, findings: [], findingsTotal: 0 }
}

function inconclusive(report: Report, reason: string): Report {
  return { ...report, summary: { ...report.summary, verdict: 'inconclusive', reason } }
}
