import type { Area, Endpoint, Profile } from '../model/vocabulary.ts'

/** One server to be put to the test in one run. */
export interface Task {
  readonly kind: 'fault' | 'variant' | 'together' | 'trigger'
  /** The id of the fault or the variant, or the name of the round in which several faults are tried together. */
  readonly id: string
  /** The faults that are tried together. */
  readonly faults?: readonly string[]
  /** The one operation that the fault is limited to; absent where it shows on all. */
  readonly on?: Endpoint
  /** What the run is limited to. */
  readonly areas: readonly Area[]
  readonly profile: Profile
  readonly seed: number
  /** For a fault that shows in one of so many requests it can break; absent where it always shows. */
  readonly every?: number
  /** Failing requests are made smaller, and what is left is put to the test. */
  readonly isShrunk?: true
  /** This many requests more are drawn. */
  readonly explore?: number
}
