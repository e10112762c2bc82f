import type { RequestValue } from '../model/operation.ts'
import type { Endpoint } from '../model/vocabulary.ts'
import type { Override } from './draw.ts'
import type { Random } from './random.ts'

/** What an area adds to its request schemas, so that drawn requests are valid. */
export interface AreaArbitraries {
  readonly places: Readonly<Record<string, Override>>
  /** Makes members fit together that were drawn one by one. */
  readonly arrange: (value: RequestValue, random: Random, operation: Endpoint) => RequestValue
}
