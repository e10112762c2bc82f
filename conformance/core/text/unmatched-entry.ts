import type { KnownFailure } from '../model/report.ts'
import { matchesGlob } from './glob.ts'

/**
 * Says why an entry of a list of known failures matches no result: no requirement has such an id, or it is not judged on
 * the operations of the entry. `requirements` are all of the run.
 */
export function unmatchedText(
  { pattern, operations }: Pick<KnownFailure, 'pattern' | 'operations'>,
  requirements: readonly { readonly id: string }[],
): string {
  const isKnown = requirements.some(({ id }) => matchesGlob(pattern, id))
  return operations === undefined || !isKnown ? 'matches no requirement' : `is not judged on ${operations.join(', ')}`
}
