import type { Area, Endpoint, Profile } from '../model/vocabulary.ts'

/** One server to test in one run. */
export interface Task {
  readonly kind: 'fault' | 'variant' | 'together' | 'trigger'
  /** The id of the fault or the variant, or the name of the round with several faults. */
  readonly id: string
  /** The faults that are tested together. */
  readonly faults?: readonly string[]
  /** The only operation on which the fault shows; absent if it shows on all. */
  readonly on?: Endpoint
  /** The areas of the run. */
  readonly areas: readonly Area[]
  readonly profile: Profile
  readonly seed: number
  /** The fault shows in one of this many requests that it can affect; absent: always. */
  readonly every?: number
  /** True to minimise failing requests and test the results. */
  readonly isShrunk?: true
  /** The number of additional drawn requests. */
  readonly explore?: number
}
