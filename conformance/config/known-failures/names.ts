import { matchesGlob } from '../../model/glob.ts'
import type { ResultName } from '../../model/report.ts'
import { operationsOf, type Requirement } from '../../model/requirement.ts'
import type { KnownEntry } from './entry.ts'

/** Every result that a run may have: each requirement on each of its operations. */
export function resultNames(requirements: readonly Requirement[]): readonly ResultName[] {
  return requirements.flatMap((one) => operationsOf(one).map((operation) => ({ requirement: one.id, operation })))
}

/** Whether an entry of a list of known failures names a result. */
export function isNamed(
  { requirement: pattern, operations }: Pick<KnownEntry, 'requirement' | 'operations'>,
  { requirement, operation }: ResultName,
): boolean {
  return matchesGlob(pattern, requirement) && (operations === undefined || operations.includes(operation))
}
