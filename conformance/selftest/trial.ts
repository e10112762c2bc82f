import type { TriggerFacts } from '../../reference-server/index.ts'
import type { Counterexample } from './shrunk/counterexamples.ts'
import type { Task } from './task.ts'

/** A requirement that a run found broken on an operation. */
export interface Broken {
  /** `requirement@operation`. */
  readonly result: string
  /** The first finding, in words. */
  readonly message: string
  /** The exchange that shows it. */
  readonly exchange: string
}

/**
 * What a run said of a server whose defects are known.
 * - `exact`: all that had to fail failed and nothing else; for a fault that shows now and then, some of it
 * - `missed`: something that had to fail did not
 * - `accused`: something failed that had no reason to
 * - `misblamed`: something is said to be blocked by a failure that the same requests leave untested without any fault
 * - `undecided`: what had to fail failed, and nothing else; besides, results stayed undecided that no failure explains, so that
 *   a second run with the failures listed as known would be inconclusive
 * - `unprovoked`: the server had too few requests to show what it does differently, or none on the operation to which its
 *   fault is limited, and was not accused
 * - `broken-down`: the suite itself failed
 */
export type Finish = 'exact' | 'missed' | 'accused' | 'misblamed' | 'undecided' | 'unprovoked' | 'broken-down'

/** One task and what came of it. */
export interface Trial extends Task {
  readonly finish: Finish
  readonly requests: number
  /** The results that had to fail, as `requirement@operation`; for a fault that shows now and then, any of them. */
  readonly expected: readonly string[]
  /** Those of them that did not. */
  readonly missing: readonly string[]
  /** Results that failed besides. */
  readonly surplus: readonly Broken[]
  /** Results that are said to be blocked, and that the same requests leave untested on a server without faults. */
  readonly blockedInVain?: readonly string[]
  /** Results that stayed undecided without a failure that explains it. */
  readonly leftOpen?: readonly string[]
  /** The number of requests a fault that shows now and then could have broken, or how many met a trigger. */
  readonly chances?: number
  /** The trigger and the effect of a fault that was drawn. */
  readonly trigger?: TriggerFacts
  /** The number of replies such a fault changed. */
  readonly shown?: number
  /** True if a requirement that its effect violates failed on its operation. */
  readonly isDetected?: boolean
  /** Faults tried together that the others left no answer to show in. */
  readonly covered?: readonly string[]
  /** Faults tried together that made a difference to answers, and that no result shows. */
  readonly undetected?: readonly Undetected[]
  /** The smallest requests that the run reports, put to the test, where that was asked for. */
  readonly shrunk?: readonly Counterexample[]
  /** Why the suite failed. */
  readonly trouble?: string
}

/** A fault that no result shows where a gateway has others beside it. */
export interface Undetected {
  readonly fault: string
  /** The others of which one alone hides it. */
  readonly hiddenBy: readonly string[]
  /** What the run said of each requirement that it breaks. */
  readonly said: readonly string[]
}

/** What came of a task that the suite could not carry out. */
export function brokenDown(task: Task, trouble: string): Trial {
  return { ...task, finish: 'broken-down', requests: 0, expected: [], missing: [], surplus: [], trouble }
}
