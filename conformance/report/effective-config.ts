import type { EffectiveConfig } from '../model/report.ts'
import type { Selection, Vocabulary } from '../record/evidence/frame.ts'

/** What of a run's configuration decides what its results mean: what was looked at, and what things are called. */
export function effectiveConfig({
  selection,
  vocabulary,
}: {
  readonly selection: Selection
  readonly vocabulary: Vocabulary
}): EffectiveConfig {
  const { areas, requirements, unsupported } = selection
  return { areas, requirements, unsupported, ...vocabulary }
}
