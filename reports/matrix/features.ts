import type { FeatureResult, Report } from '../../conformance/core/model/report.ts'
import { featureMarks, featureText } from '../features.ts'

/** A feature in one area, with the state of each implementation. */
export interface MatrixFeature extends Pick<FeatureResult, 'id' | 'name' | 'area'> {
  /** One cell for each side, in the same order. `null` if that run did not select the area. */
  readonly cells: readonly (MatrixFeatureCell | null)[]
}

export type MatrixFeatureCell = Pick<FeatureResult, 'state' | 'tested' | 'failed' | 'warned' | 'causes'>

/** Returns a row for each feature and area of any implementation. */
export function matrixFeatures(reports: readonly Pick<Report, 'features'>[]): readonly MatrixFeature[] {
  const all = new Map(
    reports.flatMap(({ features = [] }) => features.map(({ id, name, area }) => [`${id} ${area}`, { id, name, area }])),
  )
  return [...all.values()].map(({ id, name, area }) => ({
    id,
    name,
    area,
    cells: reports.map(({ features = [] }) => {
      const own = features.find((one) => one.id === id && one.area === area)
      if (own === undefined) return null
      const { state, tested, failed, warned, causes } = own
      return { state, tested, failed, warned, ...(causes === undefined ? {} : { causes }) }
    }),
  }))
}

export function featureCellText(cell: MatrixFeatureCell | null): string {
  return cell === null ? `${featureMarks['not-tested'].glyph} not tested` : featureText(cell)
}

export function featureCellLook(cell: MatrixFeatureCell | null): string {
  return featureMarks[cell?.state ?? 'not-tested'].look
}
