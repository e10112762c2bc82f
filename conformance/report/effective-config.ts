import type { EffectiveConfig } from '../model/report.ts'
import type { Selection, Vocabulary } from '../record/evidence/frame.ts'

/** Returns the part of a run's configuration that reports show: the selection, and the names of the target. */
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
