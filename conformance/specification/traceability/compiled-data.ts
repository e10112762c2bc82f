import { readFileSync } from 'node:fs'
import { packageFile } from '../../../schemas/package-root.ts'

/** The YAML files of this folder, without `.yaml`. */
export const dataNames = ['interpretations', 'known-defects', 'specification-map'] as const

export type DataName = (typeof dataNames)[number]

/** Reads what the build compiled from a YAML file of this folder, or from the results of the clients. */
export function compiledData<T>(name: DataName | 'client-impact' | 'editions'): T {
  return JSON.parse(
    readFileSync(packageFile(`conformance/specification/traceability/compiled/${name}.json`), 'utf8'),
  ) as T
}
