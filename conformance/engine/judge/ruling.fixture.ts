import type { Requirement } from '../../core/model/requirement.ts'
import type { LocatedFinding, Ruling } from './ruling.ts'

/** For tests: returns a failed ruling on `messages.create` with these findings. */
export function failedRuling(...findings: readonly LocatedFinding[]): Ruling {
  return {
    requirement: { id: 'messages.reply-id' } as Requirement,
    operation: 'messages.create',
    verdict: 'fail',
    exchanges: 9,
    violating: 9,
    findings,
    findingsTotal: findings.length,
  }
}
