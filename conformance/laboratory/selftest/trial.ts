import type { TriggerFacts } from '../../../reference-server/index.ts'
import type { Area, Endpoint, Profile } from '../../core/model/vocabulary.ts'

/** One server to test in one run. */
export interface Task {
  readonly kind: 'fault' | 'variant' | 'together' | 'trigger' | 'upstream'
  /** The id of the fault or the variant, or the name of the round with several faults. */
  readonly id: string
  /** The faults that are tested together. */
  readonly faults?: readonly string[]
  /** The only operation on which the fault shows; absent if it shows on all. */
  readonly on?: Endpoint
  readonly areas: readonly Area[]
  readonly profile: Profile
  readonly seed: number
  /** The number of additional drawn requests. */
  readonly explore?: number
}

/** A requirement that failed on an operation. */
export interface Broken {
  /** `requirement@operation`. */
  readonly result: string
  /** The text of the first finding. */
  readonly message: string
  /** The exchange that shows it. */
  readonly exchange: string
}

/**
 * The result of a run against a server with known defects:
 *
 * - `exact`: all expected results failed, and no others
 * - `missed`: an expected result did not fail
 * - `accused`: an unexpected result failed
 * - `misblamed`: a result is reported as blocked that the same requests leave untested without any fault
 * - `undecided`: all expected results failed, and no others, but further results are undecided without a failure that
 *   explains it. A second run with the failures listed as known would be inconclusive
 * - `unprovoked`: nothing failed, since no request showed the difference, or none reached the operation to which the
 *   fault is limited
 * - `broken-down`: the suite itself failed
 */
export type Finish = 'exact' | 'missed' | 'accused' | 'misblamed' | 'undecided' | 'unprovoked' | 'broken-down'

/** A task with its result. */
export interface Trial extends Task {
  readonly finish: Finish
  readonly requests: number
  /** True if the server of a fault got the whole plan. */
  readonly isWhole?: true
  /** The results that must fail, as `requirement@operation`. */
  readonly expected: readonly string[]
  /** Expected results that did not fail. */
  readonly missing: readonly string[]
  /** Unexpected results that failed. */
  readonly surplus: readonly Broken[]
  /** Results that are reported as blocked, and that the same requests leave untested on a server without faults. */
  readonly blockedInVain?: readonly string[]
  /** Results that are undecided without a failure that explains it. */
  readonly leftOpen?: readonly string[]
  /** The number of requests that met the trigger of a drawn fault. */
  readonly chances?: number
  readonly trigger?: TriggerFacts
  /** The number of replies that such a fault changed. */
  readonly shown?: number
  /** True if a requirement that its effect violates failed on its operation. */
  readonly isDetected?: boolean
  /** Faults of a round that the others cover completely. */
  readonly covered?: readonly string[]
  /** Faults of a round that changed responses, and that no result shows. */
  readonly undetected?: readonly Undetected[]
  /** The reason why the suite failed. */
  readonly trouble?: string
}

/** A fault that no result shows in a gateway with others. */
export interface Undetected {
  readonly fault: string
  /** The other faults that each hide it alone. */
  readonly hiddenBy: readonly string[]
  /** The results of the run for each requirement that it breaks. */
  readonly said: readonly string[]
}

/** Returns the trial for a task that the suite could not run. */
export function brokenDown(task: Task, trouble: string): Trial {
  return { ...task, finish: 'broken-down', requests: 0, expected: [], missing: [], surplus: [], trouble }
}
