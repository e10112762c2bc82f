import type { FeatureResult, Report } from '../../conformance/core/model/report.ts'
import { type Area, areas } from '../../conformance/core/model/vocabulary.ts'
import { counted } from '../../conformance/core/text/counted.ts'
import { causesOfFeature, featureMarks, featuresInWords, statesToExplain, stateText } from '../features.ts'

/** A feature in one area, with the state of each implementation. */
export interface MatrixFeature extends Pick<FeatureResult, 'id' | 'name' | 'area'> {
  /** One cell for each side, in the same order. `null` if that run did not select the area. */
  readonly cells: readonly (MatrixFeatureCell | null)[]
}

export type MatrixFeatureCell = Pick<FeatureResult, 'state' | 'tested' | 'failed' | 'warned' | 'causes'>

/** Returns a row for each feature and area of any implementation. */
export function matrixFeatures(reports: readonly Report[]): readonly MatrixFeature[] {
  const all = new Map(
    reports.flatMap(({ features = [] }) => features.map(({ id, name, area }) => [`${id} ${area}`, { id, name, area }])),
  )
  return [...all.values()].map(({ id, name, area }) => ({
    id,
    name,
    area,
    cells: reports.map((report) => {
      const own = report.features?.find((one) => one.id === id && one.area === area)
      if (own === undefined) return null
      const { state, tested, failed, warned } = own
      const causes = own.causes ?? causesOfFeature(own, report).map(({ cause }) => cause.id)
      return { state, tested, failed, warned, ...(causes.length === 0 ? {} : { causes }) }
    }),
  }))
}

/** The features by comparison of their states. Only implementations that were tested on a feature count. */
export interface ComparedFeatures {
  /** They have different states, or some broke and others were not tested. Those that broke come first in their area. */
  readonly differing: readonly MatrixFeature[]
  readonly same: readonly MatrixFeature[]
  /** Those of `same` that are broken. */
  readonly brokenForAll: readonly MatrixFeature[]
}

export function comparedFeatures(features: readonly MatrixFeature[]): ComparedFeatures {
  const differing = byArea(features.filter(isDifferent)).flatMap(([, own]) =>
    own.toSorted((one, other) => Number(isBrokenAnywhere(other)) - Number(isBrokenAnywhere(one))),
  )
  const same = features.filter((one) => !isDifferent(one))
  return { differing, same, brokenForAll: same.filter(isBrokenAnywhere) }
}

function isDifferent({ cells }: MatrixFeature): boolean {
  const states = cells.map((cell) => cell?.state ?? 'not-tested')
  const tested = new Set(states.filter((state) => state !== 'not-tested'))
  return tested.size > 1 || (tested.has('broken') && states.includes('not-tested'))
}

function isBrokenAnywhere({ cells }: MatrixFeature): boolean {
  return cells.some(isBrokenCell)
}

function isBrokenCell(cell: MatrixFeatureCell | null): boolean {
  return cell?.state === 'broken'
}

/** Returns the features that are broken at one implementation. */
export function brokenAt(index: number, features: readonly MatrixFeature[]): readonly MatrixFeature[] {
  return features.filter(({ cells }) => isBrokenCell(cells[index] ?? null))
}

/** Returns for example `31 features are the same for all`. */
export function sameText({ same }: ComparedFeatures): string {
  const isPartly = same.some(({ cells }) => new Set(cells.map(featureCellText)).size > 1)
  return `${counted(same.length, 'feature')} ${same.length === 1 ? 'is' : 'are'} the same for all${isPartly ? ' that tested them' : ''}`
}

/** Names the features that are broken for all; empty if there are none. */
export function brokenForAllText({ brokenForAll }: ComparedFeatures): string {
  return brokenForAll.length === 0 ? '' : `broken for all: ${featuresInWords(brokenForAll)}`
}

/** Groups features by area, in their order. */
export function byArea(features: readonly MatrixFeature[]): readonly (readonly [Area, readonly MatrixFeature[]])[] {
  return areas
    .map((area) => [area, features.filter((one) => one.area === area)] as const)
    .filter(([, own]) => own.length > 0)
}

/** Returns the state without figures: each report has those. */
export function featureCellText(cell: MatrixFeatureCell | null): string {
  return stateText(cell?.state ?? 'not-tested')
}

export function featureCellLook(cell: MatrixFeatureCell | null): string {
  return featureMarks[cell?.state ?? 'not-tested'].look
}

/** Returns the meanings of the marks that are not clear from their words, for a legend. */
export function legendStates(features: readonly MatrixFeature[]): ReturnType<typeof statesToExplain> {
  return statesToExplain(features.flatMap(({ cells }) => cells.filter((cell) => cell !== null)))
}
