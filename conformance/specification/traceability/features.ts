import type {
  Cause,
  FeatureResult,
  FeatureState,
  OperationResult,
  Report,
  RequirementResult,
  ResultName,
} from '../../core/model/report.ts'
import { resultKey } from '../../core/model/requirement.ts'
import { type Area, areaOf, areas, type Endpoint } from '../../core/model/vocabulary.ts'
import { matchesGlob } from '../../core/text/glob.ts'
import { compiledData } from './compiled-data.ts'

/** A feature of the interface, as clients name it. */
export interface Feature {
  readonly id: string
  readonly name: string
  /** The operations that count; absent for all operations of its requirements. */
  readonly on?: readonly Endpoint[]
  /** The requirements that show that it works if they pass. */
  readonly shownBy: readonly string[]
  /** The other requirements that break it if they fail, or globs of them. */
  readonly spoiledBy: readonly string[]
}

let listed: readonly Feature[] | undefined

/** Returns the features, in the order of reports. */
export function features(): readonly Feature[] {
  listed ??= compiledData<readonly Feature[]>('features')
  return listed
}

type Graded = Pick<RequirementResult, 'id' | 'level'>

/**
 * Replaces globs by ids. A glob stands for the stated requirements that no feature names and no longer glob matches, so
 * that a new member of a reply needs no line in the table.
 */
export function withoutGlobs(list: readonly Feature[], requirements: readonly Graded[]): readonly Feature[] {
  const entries = new Set(list.flatMap(({ shownBy, spoiledBy }) => [...shownBy, ...spoiledBy]))
  const globs = [...entries].filter(isGlob).sort((one, other) => other.length - one.length)
  const matched = requirements
    .filter(({ id, level }) => level === 'stated' && !entries.has(id))
    .map(({ id }) => ({ id, glob: globs.find((glob) => matchesGlob(glob, id)) }))
  const idsOf = (entry: string) => matched.filter(({ glob }) => glob === entry).map(({ id }) => id)
  return list.map((feature) => ({
    ...feature,
    spoiledBy: feature.spoiledBy.flatMap((entry) => (isGlob(entry) ? idsOf(entry) : entry)),
  }))
}

function isGlob(entry: string): boolean {
  return entry.includes('*')
}

/** Returns the state of each feature in each area that the run selected. */
export function featureResults(
  { requirements, operations, causes }: Pick<Report, 'requirements' | 'operations' | 'causes'>,
  list: readonly Feature[] = features(),
): readonly FeatureResult[] {
  const selected = new Set(operations.map(({ operation }) => areaOf[operation]))
  const byId = new Map(requirements.map((one) => [one.id, one.operations]))
  const resultsOf = (ids: readonly string[], { on }: Feature, area: Area): readonly NamedResult[] =>
    ids
      .flatMap((requirement) => (byId.get(requirement) ?? []).map((one) => ({ ...one, requirement })))
      .filter(({ operation }) => areaOf[operation] === area && (on === undefined || on.includes(operation)))
  return withoutGlobs(list, requirements).flatMap((feature) =>
    areas
      .filter((area) => selected.has(area))
      .flatMap((area) => {
        const showing = resultsOf(feature.shownBy, feature, area)
        const own = [...showing, ...resultsOf(feature.spoiledBy, feature, area)]
        return showing.length === 0 ? [] : [featureResult(feature, area, { showing, own, causes })]
      }),
  )
}

type NamedResult = OperationResult & ResultName

interface Own {
  readonly showing: readonly NamedResult[]
  /** The results of the feature, those that show it included. */
  readonly own: readonly NamedResult[]
  readonly causes: readonly Cause[]
}

function featureResult({ id, name }: Feature, area: Area, { showing, own, causes }: Own): FeatureResult {
  const state = stateOf(showing, own)
  const because = causesIn(causes, state, own)
  return {
    id,
    name,
    area,
    state,
    tested: own.filter(isTested).length,
    failed: own.filter(({ verdict }) => verdict === 'fail').length,
    warned: own.filter(({ verdict }) => verdict === 'warn').length,
    ...(because.length === 0 ? {} : { causes: because }),
  }
}

function stateOf(showing: readonly OperationResult[], own: readonly OperationResult[]): FeatureState {
  const isShown = showing.some(({ verdict }) => verdict === 'pass')
  if (own.some(({ verdict }) => verdict === 'fail')) return 'broken'
  if (!isShown) return showing.some(({ verdict }) => verdict === 'warn') ? 'broken' : 'not-tested'
  return showing.some(isOpen) ? 'not-tested' : 'works'
}

/** Returns whether a result was to be decided, and could not be. */
function isOpen({ verdict, blockedBy = [] }: OperationResult): boolean {
  return verdict === 'inconclusive' || (verdict === 'skipped' && blockedBy.length > 0)
}

function isTested({ verdict }: OperationResult): boolean {
  return verdict === 'pass' || verdict === 'fail' || verdict === 'warn'
}

/** Returns the ids of the causes that explain the failures of a feature, or that block it if it was not tested. */
function causesIn(causes: readonly Cause[], state: FeatureState, own: readonly NamedResult[]): readonly string[] {
  if (state === 'works') return []
  const keys = new Set(
    own
      .filter((one) => (state === 'broken' ? one.verdict === 'fail' || one.verdict === 'warn' : isOpen(one)))
      .map(({ requirement, operation }) => resultKey(requirement, operation)),
  )
  const isOf = ({ requirement, operation }: ResultName) => keys.has(resultKey(requirement, operation))
  return causes
    .filter(({ requirements, blocks }) => (state === 'broken' ? requirements : blocks).some(isOf))
    .map(({ id }) => id)
}
