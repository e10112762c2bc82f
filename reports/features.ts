import type { FeatureResult, FeatureState, Report } from '../conformance/core/model/report.ts'
import { type Area, areas } from '../conformance/core/model/vocabulary.ts'

/** The glyph and word of each state, so that no state is shown by colour alone. */
export const featureMarks = {
  works: { glyph: '✓', word: 'works', look: 'pass' },
  broken: { glyph: '✗', word: 'broken', look: 'fail' },
  warned: { glyph: '▲', word: 'warned', look: 'warn' },
  accepted: { glyph: '○', word: 'accepted', look: 'observed' },
  'not-tested': { glyph: '–', word: 'not tested', look: 'skipped' },
} as const satisfies Record<FeatureState, { readonly glyph: string; readonly word: string; readonly look: string }>

/** A feature, with its state in each area that the run selected. */
export interface FeatureRow {
  readonly id: string
  readonly name: string
  /** One cell for each area, in the same order. `undefined` if the feature does not exist there. */
  readonly cells: readonly (FeatureResult | undefined)[]
}

/** The features of a report as a table. */
export interface FeatureTable {
  readonly areas: readonly Area[]
  readonly rows: readonly FeatureRow[]
}

export function featureTable({ features = [] }: Pick<Report, 'features'>): FeatureTable | undefined {
  if (features.length === 0) return undefined
  const present = areas.filter((area) => features.some((one) => one.area === area))
  const names = new Map(features.map(({ id, name }) => [id, name]))
  const rows = [...names].map(([id, name]) => ({
    id,
    name,
    cells: present.map((area) => features.find((one) => one.id === id && one.area === area)),
  }))
  return { areas: present, rows }
}

/** Returns for example `✗ broken (2 of 12 failed)`. */
export function featureText(cell: Pick<FeatureResult, 'state' | 'tested' | 'failed' | 'warned'>): string {
  const { glyph, word } = featureMarks[cell.state]
  return `${glyph} ${word}${shareOf(cell)}`
}

function shareOf({ state, tested, failed, warned }: Parameters<typeof featureText>[0]): string {
  if (state === 'not-tested') return ''
  if (failed > 0) return ` (${failed} of ${tested} failed)`
  return warned > 0 ? ` (${warned} of ${tested} warned)` : ''
}
