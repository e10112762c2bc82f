import type { FeatureResult, FeatureState, Report } from '../../conformance/core/model/report.ts'
import { featuresInWords, stateText } from '../features.ts'

/** A feature in one area whose state differs between two runs. */
export interface FeatureChange extends Pick<FeatureResult, 'id' | 'name' | 'area'> {
  /** `not-tested` if that run did not select the area. */
  readonly before: FeatureState
  readonly after: FeatureState
}

/** Compares the features of two runs. Returns nothing if the results of one of them have no features. */
export function featureChanges(
  { features: before = [] }: Pick<Report, 'features'>,
  { features: after = [] }: Pick<Report, 'features'>,
): readonly FeatureChange[] {
  if (before.length === 0 || after.length === 0) return []
  const all = new Map([...after, ...before].map((one) => [keyOf(one), one]))
  const stateIn = (features: readonly FeatureResult[], key: string): FeatureState =>
    features.find((one) => keyOf(one) === key)?.state ?? 'not-tested'
  return [...all]
    .map(([key, { id, name, area }]) => ({ id, name, area, before: stateIn(before, key), after: stateIn(after, key) }))
    .filter((change) => change.before !== change.after)
}

function keyOf({ id, area }: Pick<FeatureResult, 'id' | 'area'>): string {
  return `${id} ${area}`
}

/** Features that changed in the same way. */
export interface FeatureGroup {
  readonly kind: 'broken' | 'works-again' | 'other'
  readonly title: string
  readonly changes: readonly FeatureChange[]
}

/** Groups the changes: what is broken now, what works again, and the rest. Leaves out empty groups. */
export function featureGroups(changes: readonly FeatureChange[]): readonly FeatureGroup[] {
  const groups = [
    { kind: 'broken' as const, title: 'Features broken now', changes: changes.filter(isBrokenNow) },
    { kind: 'works-again' as const, title: 'Features that work again', changes: changes.filter(isWorkingAgain) },
    {
      kind: 'other' as const,
      title: 'Other changes of features',
      changes: changes.filter((change) => !isBrokenNow(change) && !isWorkingAgain(change)),
    },
  ]
  return groups.filter((group) => group.changes.length > 0)
}

function isBrokenNow({ after }: FeatureChange): boolean {
  return after === 'broken'
}

function isWorkingAgain({ before, after }: FeatureChange): boolean {
  return before === 'broken' && after === 'works'
}

/** Features with the same states before and now. */
export interface FeatureTurn extends Pick<FeatureChange, 'before' | 'after'> {
  /** For example `Streaming, Tools (messages)`. */
  readonly names: string
}

/** Returns the turns of a group, in the order of its features. */
export function featureTurns({ changes }: FeatureGroup): readonly FeatureTurn[] {
  const turns = new Map<string, FeatureChange[]>()
  for (const change of changes) {
    const key = `${change.before} ${change.after}`
    turns.set(key, [...(turns.get(key) ?? []), change])
  }
  return [...turns.values()].map((own) => {
    const { before, after } = own[0]!
    return { before, after, names: featuresInWords(own) }
  })
}

/** Renders turns as lines, for example `✓ works → ✗ broken: Streaming (messages)`. */
export function featureGroupLines(group: FeatureGroup): readonly string[] {
  return featureTurns(group).map(({ before, after, names }) => `${stateText(before)} → ${stateText(after)}: ${names}`)
}
