import { tryTogether } from './together/try-together.ts'
import type { Task } from './trial.ts'
import { brokenDown, type Trial } from './trial.ts'
import { tryFault } from './try-fault.ts'
import { tryTrigger } from './try-trigger.ts'
import { tryVariant } from './try-variant.ts'
import { tryUpstream } from './upstream/try-upstream.ts'

const attempts = {
  ...{ fault: tryFault, variant: tryVariant, together: tryTogether, trigger: tryTrigger },
  upstream: tryUpstream,
} satisfies Record<Task['kind'], (task: Task) => Promise<Trial>>

/** Runs one task. An error of the suite becomes part of the trial and is never thrown. */
export async function runTask(task: Task): Promise<Trial> {
  try {
    return await attempts[task.kind](task)
  } catch (error) {
    return brokenDown(task, error instanceof Error ? error.message : String(error))
  }
}
