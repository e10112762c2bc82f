import type { OperationResult, RequirementResult } from '../conformance/core/model/report.ts'
import { type Outcome, outcomes } from '../conformance/core/model/vocabulary.ts'
import type { Result } from './result.ts'

const bestFirst: readonly Outcome[] = ['skipped', 'observed', 'pass', 'inconclusive', 'warn', 'fail']

export function worst(verdicts: readonly Outcome[]): Outcome {
  return [...outcomes]
    .sort((a, b) => bestFirst.indexOf(b) - bestFirst.indexOf(a))
    .find((one) => verdicts.includes(one))!
}

/**
 * Returns a requirement that passed on its operation, except for the given members. `others` are its results on further
 * operations.
 */
export function result(
  own: Partial<Result> & Pick<Result, 'id' | 'statement'>,
  others: readonly (Partial<OperationResult> & Pick<OperationResult, 'operation'>)[] = [],
): RequirementResult {
  const { id, statement, section = '2.9', endpoint = 'messages.create', dimension = 'field', level = 'stated' } = own
  const { interpretation, conditional = false, behind, notInEdition } = own
  const operations = [{ ...own, operation: own.operation ?? endpoint }, ...others].map(operationResult)
  return {
    id,
    section,
    endpoint,
    dimension,
    level,
    interpretation,
    conditional,
    ...(behind === undefined ? {} : { behind }),
    ...(notInEdition === undefined ? {} : { notInEdition }),
    statement,
    verdict: worst(operations.map(({ verdict }) => verdict)),
    operations,
  }
}

function operationResult(own: Partial<Result & OperationResult> & Pick<OperationResult, 'operation'>): OperationResult {
  const { operation, verdict = 'pass', findings = [], known, blockedBy, example, exchanges = 12 } = own
  return {
    operation,
    verdict,
    known,
    reason: own.reason ?? findings[0]?.message ?? 'passed in 12 exchanges',
    sharedReason: own.sharedReason,
    excluded: own.excluded,
    exchanges,
    violating: own.violating ?? Math.min(exchanges, new Set(findings.map(({ exchange }) => exchange)).size),
    blockedBy,
    example,
    findings,
    findingsTotal: own.findingsTotal ?? findings.length,
  }
}
