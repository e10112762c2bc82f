import { countsOf, resultsEnding } from '../../reports/select.ts'
import { worstOf } from '../judge/index.ts'
import type { Cause, OperationSummary, Report, RequirementResult, ResultName } from '../model/report.ts'
import { resultKey } from '../model/requirement.ts'
import { type Dimension, dimensions, type Endpoint } from '../model/vocabulary.ts'
import type { LooksAt } from './looking-at.ts'

/**
 * Merges the results of a partial run into a former report. The merged report is never conforming, because that takes a
 * complete run.
 */
export function mergedReport(base: Report, later: Report, looksAt: LooksAt): Report {
  const fresh = new Map(later.requirements.map((one) => [one.id, one]))
  const requirements = base.requirements.map((one) => {
    const again = fresh.get(one.id)
    return again === undefined ? one : mergedRequirement(one, again, looksAt)
  })
  const exchanges = new Map([...base.exchanges, ...later.exchanges].map((one) => [one.id, one]))
  const merged = { ...base, requirements, exchanges: [...exchanges.values()] }
  return { ...merged, ...figuresOf(merged), causes: mergedCauses(merged, later) }
}

function mergedRequirement(one: RequirementResult, again: RequirementResult, looksAt: LooksAt): RequirementResult {
  const operations = one.operations.map((before) => {
    const now = again.operations.find(({ operation }) => operation === before.operation)
    return now !== undefined && looksAt(again, now) ? now : before
  })
  return { ...one, operations, verdict: worstOf(operations.map(({ verdict }) => verdict)) }
}

function figuresOf(merged: Report): Pick<Report, 'summary' | 'operations'> {
  const { requirements, summary } = merged
  const { mandatory: _ofOneRun, ...figures } = summary
  const failed = new Set(requirements.filter(hasUnexcused).map(({ id }) => id))
  return {
    summary: {
      ...figures,
      ...countsIn(requirements),
      ...(failed.size > 0
        ? { verdict: 'nonconforming', reason: `${failed.size} of the requirements failed when they were tested last` }
        : {
            verdict: 'inconclusive',
            reason: 'what failed passes now; run everything to know where the gateway stands',
          }),
    },
    operations: merged.operations.map((one) => ofOperation(one, requirements)),
  }
}

function hasUnexcused({ operations }: RequirementResult): boolean {
  return operations.some(({ verdict, known }) => verdict === 'fail' && known === undefined)
}

function ofOperation(before: OperationSummary, requirements: readonly RequirementResult[]): OperationSummary {
  const own = requirements.flatMap((one) => narrowedTo(before.operation, one))
  const verdict = own.some(hasUnexcused)
    ? 'nonconforming'
    : before.verdict === 'nonconforming'
      ? 'inconclusive'
      : before.verdict
  return { ...before, verdict, ...countsIn(own) }
}

function narrowedTo(operation: Endpoint, one: RequirementResult): readonly RequirementResult[] {
  const operations = one.operations.filter((result) => result.operation === operation)
  return operations.map(({ verdict }) => ({ ...one, verdict, operations }))
}

function countsIn(requirements: readonly RequirementResult[]): Pick<OperationSummary, 'counts' | 'dimensions'> {
  const of = (name: Dimension) => countsOf(requirements.filter(({ dimension }) => dimension === name))
  return {
    counts: countsOf(requirements),
    dimensions: Object.fromEntries(dimensions.map((name) => [name, of(name)])) as OperationSummary['dimensions'],
  }
}

/** Returns the causes of what still fails. Causes of the later run explain what no former one does. */
function mergedCauses(merged: Report, later: Report): readonly Cause[] {
  const failing = new Set(resultsEnding(merged, 'fail').map(({ id, operation }) => resultKey(id, operation)))
  const isFailing = ({ requirement, operation }: ResultName) => failing.has(resultKey(requirement, operation))
  const former = merged.causes.map((one) => ({ ...one, requirements: one.requirements.filter(isFailing) }))
  const explained = new Set(former.flatMap((one) => one.requirements.map(keyOf)))
  const isNew = (name: ResultName) => isFailing(name) && !explained.has(keyOf(name))
  const found = later.causes.map((one) => ({ ...one, requirements: one.requirements.filter(isNew) }))
  return [...former, ...found].filter(({ requirements }) => requirements.length > 0)
}

function keyOf({ requirement, operation }: ResultName): string {
  return resultKey(requirement, operation)
}
