import type { Cause, FeatureResult, FeatureState, Report } from '../conformance/core/model/report.ts'
import { type Area, areaOf, areas, type Endpoint } from '../conformance/core/model/vocabulary.ts'
import { counted } from '../conformance/core/text/counted.ts'

/** The glyph, word and meaning of each state, so that no state is shown by colour alone. */
export const featureMarks = {
  works: { glyph: '✓', word: 'works', look: 'pass', meaning: 'a reply showed it, and nothing failed' },
  broken: { glyph: '✗', word: 'broken', look: 'fail', meaning: 'a requirement failed on it, or it was rejected' },
  warned: {
    glyph: '▲',
    word: 'warned',
    look: 'warn',
    meaning: 'not broken itself, but something in exchanges that use it failed or may harm a client',
  },
  accepted: { glyph: '○', word: 'accepted', look: 'observed', meaning: 'served, but replies do not show its effect' },
  'not-tested': { glyph: '–', word: 'not tested', look: 'skipped', meaning: 'says nothing about it' },
} as const satisfies Record<
  FeatureState,
  { readonly glyph: string; readonly word: string; readonly look: string; readonly meaning: string }
>

/** The states in the order of legends. */
const states = Object.keys(featureMarks) as readonly FeatureState[]

/** Returns the states of a table that a legend has to explain: their words alone do not. */
export function statesToExplain(cells: readonly Pick<FeatureResult, 'state'>[]): readonly FeatureState[] {
  return states.filter(
    (state) => (state === 'warned' || state === 'accepted') && cells.some((one) => one.state === state),
  )
}

/** Returns for example `○ accepted: served, but replies do not show its effect`. */
export function legendText(state: FeatureState): string {
  const { glyph, word, meaning } = featureMarks[state]
  return `${glyph} ${word}: ${meaning}`
}

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

type Grounds = Pick<Report, 'causes' | 'requirements' | 'traffic'>

/** Returns for example `✗ broken (2 of 12 failed)`. */
export function featureText(cell: FeatureResult, report: Grounds): string {
  const [first] = causesOfFeature(cell, report)
  const isUnserved = first?.cause.requirements.every(({ operation }) => servesNothing(operation, report)) === true
  return `${stateText(cell.state)}${isBroken(cell) && isUnserved ? ' (nothing served)' : shareOf(cell)}`
}

/** Returns whether an operation served no request of the run. Figures of single requirements say too little then. */
function servesNothing(operation: Endpoint, { traffic = [] }: Grounds): boolean {
  const own = traffic.find(({ endpoint }) => endpoint === operation)
  return own !== undefined && (own.receptions.accepted ?? 0) + (own.receptions.unrecognised ?? 0) === 0
}

/** Returns for example `✗ broken`. */
export function stateText(state: FeatureState): string {
  const { glyph, word } = featureMarks[state]
  return `${glyph} ${word}`
}

function shareOf({ state, tested, failed, warned, shown = tested }: FeatureResult): string {
  if (state === 'not-tested') return ''
  if (state === 'works' && shown < tested) return ` (asked ${tested} times, shown ${counted(shown, 'time')})`
  if (failed > 0) return ` (${failed} of ${tested} failed)`
  return warned > 0 ? ` (${warned} of ${tested})` : ''
}

/** Names features by area, for example `Streaming, Tools (messages); Text (content-generation)`, the first `most` of them. */
export function featuresInWords(
  features: readonly Pick<FeatureResult, 'name' | 'area'>[],
  most = features.length,
): string {
  const shown = features.slice(0, most)
  const told = [...new Set(shown.map(({ area }) => area))].map((area) => {
    const names = shown.filter((one) => one.area === area).map(({ name }) => name)
    return `${names.join(', ')} (${area})`
  })
  const more = features.length - shown.length
  return [...told, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

export function isBroken({ state }: Pick<FeatureResult, 'state'>): boolean {
  return state === 'broken'
}

/** A cause of a feature that does not work. */
export interface FeatureCause {
  readonly cause: Cause
  /** Set if it is about what did not arrive at the provider, or did not come back. */
  readonly isBehind: boolean
}

/**
 * Returns the first cause of a feature's state, and the first one behind the gateway if that is another. A broken feature
 * without a failure of its own has the cause of an operation of its area that serves nothing.
 */
export function causesOfFeature(feature: FeatureResult, report: Grounds): readonly FeatureCause[] {
  const { causes: ids = unservedCauses(feature, report) } = feature
  const behind = new Set(report.requirements.filter((one) => one.behind === true).map(({ id }) => id))
  const own = report.causes
    .filter(({ id }) => ids.includes(id))
    .map((cause) => ({ cause, isBehind: cause.requirements.some(({ requirement }) => behind.has(requirement)) }))
  return own.filter((one, index) => index === 0 || one === own.find(({ isBehind }) => isBehind))
}

function unservedCauses(feature: FeatureResult, report: Grounds): readonly string[] {
  if (!isBroken(feature) || feature.failed > 0) return []
  const unserved = report.causes.filter(({ requirements }) =>
    requirements.every(({ operation }) => areaOf[operation] === feature.area && servesNothing(operation, report)),
  )
  return unserved.slice(0, 1).map(({ id }) => id)
}

/** Broken features with one cause, or without any. */
export interface BrokenFeatures {
  readonly features: readonly FeatureResult[]
  readonly cause?: Cause
}

/** Groups the broken features of a report by cause. */
export function brokenByCause(report: Grounds & Pick<Report, 'features'>): readonly BrokenFeatures[] {
  const groups = new Map<Cause | undefined, FeatureResult[]>()
  for (const feature of (report.features ?? []).filter(isBroken)) {
    const causes = causesOfFeature(feature, report).map(({ cause }) => cause)
    for (const cause of causes.length === 0 ? [undefined] : causes)
      groups.set(cause, [...(groups.get(cause) ?? []), feature])
  }
  return [...groups].map(([cause, features]) => ({ features, ...(cause === undefined ? {} : { cause }) }))
}
