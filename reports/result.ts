import { memoize } from '../conformance/model/memoize.ts'
import type { OperationResult, Report, RequirementResult } from '../conformance/model/report.ts'

/** What became of one requirement on one of its operations, with the sentence: what reports list. */
export type Result = Omit<RequirementResult, 'verdict' | 'operations'> & OperationResult

/** The results of a requirement, one for each of its operations. */
export const resultsOf: (requirement: RequirementResult) => readonly Result[] = memoize(
  ({ verdict: _worst, operations, ...sentence }) => operations.map((one) => ({ ...sentence, ...one })),
)

/** Every result of a report, in its order. */
export const allResults: (report: Pick<Report, 'requirements'>) => readonly Result[] = memoize(({ requirements }) =>
  requirements.flatMap(resultsOf),
)

/** A result as people name it: `messages.reply-id on messages.stream`. */
export function nameOf({ id, operation }: Pick<Result, 'id' | 'operation'>): string {
  return `${id} on ${operation}`
}

/** What a result waits for, as one line; `undefined` where nothing blocks it. */
export function blockedText({
  blockedBy = [],
  operation,
}: Pick<Result, 'blockedBy' | 'operation'>): string | undefined {
  return blockedBy.length === 0 ? undefined : `blocked by ${blockedBy.join(', ')} on ${operation}`
}

/** Whether it could not be decided because something else failed there. */
export function isBlocked({ blockedBy = [], verdict }: Pick<Result, 'blockedBy' | 'verdict'>): boolean {
  return blockedBy.length > 0 && (verdict === 'inconclusive' || verdict === 'skipped')
}
