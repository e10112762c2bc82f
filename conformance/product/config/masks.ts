import { UsageError } from '../../core/text/usage-error.ts'
import { problemOfMasks } from '../../engine/record/evidence/masks.ts'
import type { LoadedConfig } from './config.ts'

/** Returns the patterns of a config and of the command line. Throws a `UsageError` for an invalid pattern. */
export function checkedMasks(
  patterns: readonly string[] = [],
  loaded?: Pick<LoadedConfig, 'config' | 'at'>,
): readonly string[] {
  const problem = problemOfMasks(patterns)
  if (problem === undefined) return patterns
  const { index, why } = problem
  const isOfFile = index < (loaded?.config.mask?.length ?? 0)
  const place = isOfFile ? `${loaded?.at(`/mask/${index}`)}: mask` : '--mask'
  throw new UsageError(`${place} ${JSON.stringify(patterns[index])}: ${why}`)
}
