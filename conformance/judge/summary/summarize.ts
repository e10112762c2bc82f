import type { Finding, Place } from '../../model/finding.ts'
import type { Report, ReportedFinding, RequirementResult } from '../../model/report.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { LocatedFinding, Ruling } from '../ruling.ts'
import { catalogueDigest } from './digest.ts'
import { exchangesToShow } from './exchanges-to-show.ts'
import { excused, weigh } from './known-failures.ts'
import { outcomeOf } from './outcome.ts'
import { reasonFor } from './reason.ts'
import type { RunContext } from './run-context.ts'
import { summaryOf } from './summary.ts'

/** The result document of a run. A function of its arguments. */
export function summarize(rulings: readonly Ruling[], context: RunContext): Report {
  const { known, declarations = [] } = context
  const results = rulings.map((ruling) => resultOf(ruling, context))
  const requirements = known === undefined ? results : excused(results, known)
  const knownFailures = known === undefined ? undefined : weigh(known, results)
  const { tool, target, seed, profile, strict, source, startedAt, durationMs, limits } = context
  return {
    formatVersion: 1,
    tool,
    target,
    document: { digest: catalogueDigest(rulings.map(({ requirement }) => requirement)) },
    seed,
    profile,
    strict,
    source,
    startedAt,
    durationMs,
    limits,
    summary: summaryOf(requirements, rulings, { ...context, knownFailures }),
    ...(knownFailures === undefined ? {} : { knownFailures }),
    ...(declarations.length === 0 ? {} : { declarations }),
    ...context.traffic,
    requirements,
    exchanges: exchangesToShow(rulings, context.shrunk).flatMap((id) => {
      const evidence = context.evidence.get(id)
      return evidence === undefined ? [] : [evidence]
    }),
  }
}

function resultOf(ruling: Ruling, context: RunContext): RequirementResult {
  const { requirement, exchanges, findings, findingsTotal } = ruling
  const { id, section, endpoint, dimension, level, reading, statement } = requirement
  return {
    id,
    section,
    endpoint,
    dimension,
    level,
    ...(reading === undefined ? {} : { reading }),
    conditional: requirement.conditional === true,
    statement,
    verdict: outcomeOf(ruling.verdict, level, context.strict),
    reason: reasonFor(ruling, context),
    exchanges,
    findings: findings.map((finding) => reportedFinding(finding, requirement, context)),
    findingsTotal,
  }
}

function reportedFinding(finding: LocatedFinding, { id }: Requirement, context: RunContext): ReportedFinding {
  const { message, at, expected, actual, departure, exchange } = finding
  const shrunk = context.shrunk.get(`${id} ${exchange}`)
  return {
    message,
    ...(at === undefined ? {} : { at, path: pathOf(at) }),
    ...valuesOf({ expected, actual }),
    ...(departure === undefined ? {} : { departure }),
    exchange,
    ...context.commands.get(exchange),
    ...(context.intermittent.has(`${id} ${exchange}`) ? { intermittent: true as const } : {}),
    ...(shrunk === undefined ? {} : { shrunk }),
  }
}

function valuesOf({
  expected,
  actual,
}: Pick<Finding, 'expected' | 'actual'>): Pick<ReportedFinding, 'expected' | 'actual'> {
  return {
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual: clipped(actual) }),
  }
}

/** The most characters of an offending value that a finding repeats; the whole is in the evidence. */
const actualShown = 2000

function clipped(value: unknown): unknown {
  const text = textOf(value)
  return text.length <= actualShown ? value : `${text.slice(0, actualShown)}… (${text.length} characters)`
}

function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return 'a value too deep to be shown'.padEnd(actualShown + 1)
  }
}

function pathOf(at: Place): string {
  switch (at.in) {
    case 'status':
      return 'status'
    case 'header':
      return `header ${at.name}`
    case 'body':
      return at.pointer || '(the whole body)'
    case 'request':
      return `request ${at.pointer}`
    case 'event':
      return `event ${at.index} ${at.pointer ?? ''}`.trim()
  }
}
