import type { Finding, Place } from '../../../core/model/finding.ts'
import { isBehind, isCut } from '../../../core/model/limit.ts'
import type { OperationResult, Report, ReportedFinding, RequirementResult } from '../../../core/model/report.ts'
import { type Requirement, resultKey } from '../../../core/model/requirement.ts'
import { counted } from '../../../core/text/counted.ts'
import type { LocatedFinding, Ruling } from '../ruling.ts'
import { behindSummary, causesBehind } from './behind.ts'
import { type Explanation, explanations, isExpectedFrom } from './blocked.ts'
import { type CauseInputs, causesOf } from './causes/causes.ts'
import { catalogueDigest } from './digest.ts'
import { examplesOf, exchangesToShow } from './exchanges-to-show.ts'
import { excused, knownFailureStates } from './known-failures.ts'
import { outcomeOf, worstOutcome } from './outcome.ts'
import type { RunContext } from './run-context.ts'
import { operationSummaries, summaryOf } from './summary.ts'
import { unservedMembersOf } from './unserved-members.ts'

/** Returns the result document of a run. Without clues, failures are grouped by requirement. */
export function summarize(rulings: readonly Ruling[], context: RunContext, all: CauseInputs = { facts: [] }): Report {
  const { known, declarations = [], config } = context
  const clues = { ...all, facts: all.facts.filter(({ arrived }) => arrived === undefined) }
  const counted = rulings.filter(({ requirement }) => requirement.notInEdition === undefined)
  const inFront = counted.filter(({ requirement }) => requirement.behind !== true)
  const results = resultsOf(rulings, context, clues.facts)
  const requirements = known === undefined ? results : excused(results, known)
  const knownFailures = known === undefined ? undefined : knownFailureStates(known, results)
  const causes = [...causesOf(inFront, requirements, clues), ...causesBehind(counted, requirements)]
  const { tool, target, specification, edition, seed, profile, strict, source, startedAt, durationMs } = context
  const limits = context.limits.filter((limit) => !isBehind(limit))
  return {
    formatVersion: 2,
    tool,
    target,
    specification,
    ...(edition === undefined ? {} : { edition }),
    catalogue: { digest: catalogueDigest(requirementsIn(rulings)) },
    seed,
    profile,
    strict,
    source,
    startedAt,
    durationMs,
    config,
    limits: limits.map(({ text }) => text),
    ...(limits.length === 0 ? {} : { limitKinds: limits.map(({ kind }) => kind) }),
    summary: summaryOf(requirements.filter(isCountedInFront), inFront, { ...context, knownFailures, causes }),
    operations: operationSummaries(requirements.filter(isCountedInFront), inFront, context),
    causes,
    knownFailures,
    ...(declarations.length === 0 ? {} : { declarations }),
    ...context.traffic,
    ...behindSummary(requirements.filter(isInEdition), all.facts, context),
    requirements,
    exchanges: shownIn(rulings, context).flatMap((id) => {
      const evidence = context.evidence.get(id)
      return evidence === undefined ? [] : [evidence]
    }),
  }
}

/** Returns the ids of the exchanges that show findings, and of one example for each passed requirement. */
function shownIn(rulings: readonly Ruling[], { shrunk, attempts = [] }: RunContext): readonly string[] {
  const cited = rulings.flatMap(({ findings }) => findings.map(({ exchange }) => exchange))
  return [...new Set([...exchangesToShow(rulings, shrunk), ...cited, ...examplesOf(rulings), ...attempts])].sort()
}

function isInEdition({ notInEdition }: RequirementResult): boolean {
  return notInEdition !== true
}

function isCountedInFront(result: RequirementResult): boolean {
  return result.behind !== true && isInEdition(result)
}

function requirementsIn(rulings: readonly Ruling[]): readonly Ruling['requirement'][] {
  return [...new Set(rulings.map(({ requirement }) => requirement))]
}

/** Returns the result of each requirement on each of its operations, in the catalogue's order. */
function resultsOf(
  rulings: readonly Ruling[],
  context: RunContext,
  facts: CauseInputs['facts'],
): readonly RequirementResult[] {
  const inFront = rulings.filter(({ requirement }) => requirement.behind !== true)
  const explained = explanations(inFront, isShownUnlessBroken(context), unservedMembersOf(facts))
  const byRequirement = new Map<Requirement, OperationResult[]>()
  for (const ruling of rulings) {
    const results = byRequirement.get(ruling.requirement) ?? []
    byRequirement.set(ruling.requirement, results)
    results.push(operationResult(ruling, explained.get(ruling), context))
  }
  return [...byRequirement].map(([requirement, operations]) => requirementResult(requirement, operations))
}

/** Returns which results the run would contain without defects. Unknown if the run was cut short. */
function isShownUnlessBroken({ aims, limits, overBudget }: RunContext): ReturnType<typeof isExpectedFrom> {
  const isOwed = isExpectedFrom(limits.some(isCut) ? undefined : aims)
  return (ruling) =>
    overBudget?.has(resultKey(ruling.requirement.id, ruling.operation)) === true ? false : isOwed(ruling)
}

function requirementResult(requirement: Requirement, operations: readonly OperationResult[]): RequirementResult {
  const { id, section, endpoint, dimension, level, interpretation, statement } = requirement
  return {
    id,
    section,
    endpoint,
    dimension,
    level,
    interpretation,
    conditional: requirement.conditional === true,
    ...(requirement.behind === true ? { behind: true as const } : {}),
    ...(requirement.notInEdition === undefined ? {} : { notInEdition: true as const }),
    statement,
    verdict: worstOutcome(operations.map(({ verdict }) => verdict)),
    operations,
  }
}

function operationResult(ruling: Ruling, explanation: Explanation | undefined, context: RunContext): OperationResult {
  const { requirement, operation, verdict, exchanges, violating, example, findings, findingsTotal } = ruling
  const excluded = context.exclusion(requirement, operation)
  const isSkipped = verdict === 'untested' || verdict === 'inapplicable'
  return {
    operation,
    verdict: outcomeOf(verdict, requirement, context.strict),
    ...reasonFor(ruling, context, explanation),
    ...(excluded !== undefined && isSkipped ? { excluded: excluded.by } : {}),
    exchanges,
    violating,
    ...(explanation?.isCertain !== true || excluded !== undefined ? {} : { blockedBy: explanation.ids }),
    example,
    findings: findings.map((finding, index) => ({
      ...reportedFinding(finding, requirement, context),
      ...(index === 0 ? { shared: sharedInWords(ruling.shared), closest: ruling.shared?.closest } : {}),
    })),
    findingsTotal,
  }
}

/** Returns the common ground of failing requests, and what the commands of the finding send of it. */
function sharedInWords(shared: Ruling['shared']): string | undefined {
  if (shared?.circumstance === undefined) return shared?.text
  return `${shared.text}; \`--replay\` also sends the other requests that this takes, and curl does not`
}

function reportedFinding(finding: LocatedFinding, { id }: Requirement, context: RunContext): ReportedFinding {
  const { message, at, expected, actual, departure, exchange } = finding
  const shrunk = context.shrunk.get(`${id} ${exchange}`)
  return {
    message,
    ...(at === undefined ? {} : { at, path: pathOf(at) }),
    ...valuesOf({ expected, actual }),
    departure,
    exchange,
    ...context.commands.get(exchange),
    ...(context.intermittent.has(`${id} ${exchange}`) ? { intermittent: true as const } : {}),
    shrunk,
  }
}

function valuesOf({
  expected,
  actual,
}: Pick<Finding, 'expected' | 'actual'>): Pick<ReportedFinding, 'expected' | 'actual'> {
  return {
    expected,
    ...(actual === undefined ? {} : { actual: clipped(actual) }),
  }
}

/** The most characters of an offending value in a finding. The evidence has the whole value. */
const actualShown = 2000

function clipped(value: unknown): unknown {
  const text = textOf(value)
  return text.length <= actualShown ? value : `${text.slice(0, actualShown)}… (${counted(text.length, 'character')})`
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

type Reason = Pick<OperationResult, 'reason' | 'sharedReason'>

/**
 * Returns the reason for a result in one line. The reason for a skip begins with `not applicable:` or `not tested:`.
 */
function reasonFor(ruling: Ruling, context: RunContext, explanation: Explanation | undefined): Reason {
  const { requirement, verdict, exchanges, findings, findingsTotal } = ruling
  const outside = requirement.notInEdition
  if (outside !== undefined && outcomeOf(verdict, requirement, context.strict) === 'skipped')
    return { reason: `not applicable: not in edition ${outside}` }
  switch (verdict) {
    case 'pass':
      return {
        reason: `${requirement.level === 'unspecified' ? 'seen' : 'passed'} in ${counted(exchanges, 'exchange')}`,
      }
    case 'fail':
    case 'inconclusive':
    case 'error': {
      const more = findingsTotal > 1 ? ` (and ${findingsTotal - 1} more)` : ''
      return { reason: `${findings[0]?.message ?? 'no finding was recorded'}${more}` }
    }
    case 'untested':
    case 'inapplicable':
      return skipReason(ruling, context, explanation)
  }
}

function skipReason(
  { requirement, operation, untested }: Ruling,
  { aims, exclusion, overBudget, isHalted }: RunContext,
  explanation: Explanation | undefined,
): Reason {
  const excluded = exclusion(requirement, operation)
  if (excluded !== undefined) return { reason: `not applicable: ${excluded.reason}` }
  if (isHalted === true) return { reason: 'not tested: the run ended before anything could be tested' }
  if (untested !== undefined) return { reason: untested }
  if (explanation?.isCertain === false)
    return { reason: 'not tested: one of several failures of the same responses hides it' }
  const left = overBudget?.get(resultKey(requirement.id, operation))
  if (left !== undefined && left.sent === 0) return { reason: budgetUsedUp }
  if (left !== undefined) {
    const figures = `${left.accepted} of ${left.sent} requests of this kind were accepted`
    return { reason: `${budgetUsedUp} (${figures})`, sharedReason: budgetUsedUp }
  }
  if (requirement.conditional === true)
    return { reason: 'not tested: no response contained the feature this rule covers' }
  if (aims !== undefined && !aims.has(resultKey(requirement.id, operation)))
    return { reason: 'not tested: the plan of this run does not cover it' }
  return { reason: 'not tested: no request in this run triggered this rule' }
}

const budgetUsedUp = 'not tested: budget of model calls or images used up; --max-billed or --max-images allows more'
