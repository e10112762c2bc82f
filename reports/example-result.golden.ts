import type { RequirementResult } from '../conformance/model/report.ts'

/** A requirement that is kept, but for what is said of it. */
export function result(
  own: Partial<RequirementResult> & Pick<RequirementResult, 'id' | 'statement'>,
): RequirementResult {
  const findings = own.findings ?? []
  return {
    section: '2.9',
    endpoint: 'messages.create',
    dimension: 'field',
    level: 'stated',
    conditional: false,
    verdict: 'pass',
    reason: findings[0]?.message ?? 'kept in 12 exchanges',
    exchanges: 12,
    findings,
    findingsTotal: findings.length,
    ...own,
  }
}
