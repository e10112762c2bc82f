import { memoize } from '../conformance/core/model/memoize.ts'
import type { OperationResult, Report, RequirementResult } from '../conformance/core/model/report.ts'

/** The result of one requirement on one of its operations, with the statement. */
export type Result = Omit<RequirementResult, 'verdict' | 'operations'> & OperationResult

export const resultsOfRequirement: (requirement: RequirementResult) => readonly Result[] = memoize(
  ({ verdict: _worst, operations, ...sentence }) => operations.map((one) => ({ ...sentence, ...one })),
)

/** Returns every result of a report, in its order. */
export const allResults: (report: Pick<Report, 'requirements'>) => readonly Result[] = memoize(({ requirements }) =>
  requirements.flatMap(resultsOfRequirement),
)

/** Returns the name of a result: `messages.reply-id on messages.stream`. */
export function nameOf({ id, operation }: Pick<Result, 'id' | 'operation'>): string {
  return `${id} on ${operation}`
}

/** Returns the failures that block a result, as one line; `undefined` if nothing blocks it. */
export function blockedText({
  blockedBy = [],
  operation,
}: Pick<Result, 'blockedBy' | 'operation'>): string | undefined {
  return blockedBy.length === 0 ? undefined : `blocked by ${blockedBy.join(', ')} on ${operation}`
}

/** Returns whether a result could not be decided because something else failed. */
export function isBlocked({ blockedBy = [], verdict }: Pick<Result, 'blockedBy' | 'verdict'>): boolean {
  return blockedBy.length > 0 && (verdict === 'inconclusive' || verdict === 'skipped')
}
