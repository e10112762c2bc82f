import type { Finding, Place } from '../../model/finding.ts'
import { isCut } from '../../model/limit.ts'
import type { OperationResult, ReportedFinding, RequirementResult } from '../../model/report.ts'
import { type Requirement, resultKey } from '../../model/requirement.ts'
import type { LocatedFinding, Ruling } from '../ruling.ts'
import { blockedBy, isOwedBy } from './blocked.ts'
import { outcomeOf, worstOf } from './outcome.ts'
import { reasonFor } from './reason.ts'
import type { RunContext } from './run-context.ts'

/** Returns the result of each requirement on each of its operations, in the catalogue's order. */
export function resultsOf(rulings: readonly Ruling[], context: RunContext): readonly RequirementResult[] {
  const blockers = blockedBy(rulings, isShownUnlessBroken(context))
  const byRequirement = new Map<Requirement, OperationResult[]>()
  for (const ruling of rulings) {
    const results = byRequirement.get(ruling.requirement) ?? []
    byRequirement.set(ruling.requirement, results)
    results.push(operationResult(ruling, blockers.get(ruling), context))
  }
  return [...byRequirement].map(([requirement, operations]) => requirementResult(requirement, operations))
}

/** In a run that was cut short nobody knows what it would have shown. */
function isShownUnlessBroken({ aims, limits, overBudget }: RunContext): ReturnType<typeof isOwedBy> {
  const isOwed = isOwedBy(limits.some(isCut) ? undefined : aims)
  return (ruling) =>
    overBudget?.has(resultKey(ruling.requirement.id, ruling.operation)) === true ? false : isOwed(ruling)
}

function requirementResult(requirement: Requirement, operations: readonly OperationResult[]): RequirementResult {
  const { id, section, endpoint, dimension, level, interpretation, statement } = requirement
  return {
    ...{ id, section, endpoint, dimension, level },
    ...(interpretation === undefined ? {} : { interpretation }),
    conditional: requirement.conditional === true,
    statement,
    verdict: worstOf(operations.map(({ verdict }) => verdict)),
    operations,
  }
}

function operationResult(
  ruling: Ruling,
  blockers: readonly string[] | undefined,
  context: RunContext,
): OperationResult {
  const { requirement, operation, verdict, exchanges, violating, example, findings, findingsTotal } = ruling
  const isExcluded = context.exclusion(requirement, operation) !== undefined
  return {
    operation,
    verdict: outcomeOf(verdict, requirement.level, context.strict),
    reason: reasonFor(ruling, context),
    exchanges,
    violating,
    ...(blockers === undefined || isExcluded ? {} : { blockedBy: blockers }),
    ...(example === undefined ? {} : { example }),
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
    return 'a value nested too deep to show'.padEnd(actualShown + 1)
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
