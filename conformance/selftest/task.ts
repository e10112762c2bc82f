import type { Area, Profile } from '../model/vocabulary.ts'

/** One server to be put to the test in one run. */
export interface Task {
  readonly kind: 'fault' | 'variant'
  /** The id of the fault or the variant. */
  readonly id: string
  /** What the run is limited to. */
  readonly areas: readonly Area[]
  readonly profile: Profile
  readonly seed: number
  /** For a fault that shows in one of so many requests it can break; absent where it always shows. */
  readonly every?: number
}
