import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { programFile } from '../../../schemas/package-root.ts'
import { runTask } from './run-task.ts'
import type { Task } from './trial.ts'
import { brokenDown, type Trial } from './trial.ts'

export interface WorkerPoolOptions {
  /** The number of tasks at the same time, each in its own thread. */
  readonly jobs: number
  readonly signal: AbortSignal
  readonly onTrial: (trial: Trial) => void
}

const script = programFile('conformance/laboratory/selftest/worker.js')

/**
 * Runs the tasks in order, several at a time, and reports each trial as it ends. Stops when the signal is aborted. If
 * the program runs from source, the threads' script is not compiled, so tasks run one after the other in this thread.
 */
export async function runTasks(tasks: readonly Task[], options: WorkerPoolOptions): Promise<void> {
  const rest = tasks[Symbol.iterator]()
  const isCompiled = existsSync(fileURLToPath(script))
  const workers = Array.from({ length: isCompiled ? Math.min(options.jobs, tasks.length) : 1 }, () =>
    isCompiled ? threaded(options) : inPlace(),
  )
  const one = async (worker: PoolWorker): Promise<void> => {
    for (let next = rest.next(); !next.done && !options.signal.aborted; next = rest.next()) {
      const trial = await worker.run(next.value)
      if (trial !== undefined) options.onTrial(trial)
    }
    await worker.end()
  }
  await Promise.all(workers.map(one))
}

/** Runs one task at a time. */
interface PoolWorker {
  /** Returns the trial; `undefined` if the user interrupted the task. */
  run(task: Task): Promise<Trial | undefined>
  end(): Promise<void>
}

function inPlace(): PoolWorker {
  return { run: runTask, end: async () => {} }
}

/** Runs tasks in a thread. A thread that fails is replaced, and its task fails with it. */
function threaded({ signal }: WorkerPoolOptions): PoolWorker {
  let worker: Worker | undefined
  return {
    async run(task) {
      worker ??= started()
      const trial = await answerOf(worker, task, signal)
      if (trial === undefined || trial.finish === 'broken-down') {
        await worker.terminate()
        worker = undefined
      }
      return trial
    },
    end: async () => {
      await worker?.terminate()
    },
  }
}

/** Starts a thread. An error between tasks is ignored here, and shows in the next task, whose thread is gone. */
function started(): Worker {
  return new Worker(script).on('error', () => {})
}

function answerOf(worker: Worker, task: Task, signal: AbortSignal): Promise<Trial | undefined> {
  return new Promise((resolve) => {
    const settle = (trial: Trial | undefined): void => {
      signal.removeEventListener('abort', stop)
      worker.off('message', settle).off('error', fail).off('exit', end)
      resolve(trial)
    }
    const stop = (): void => settle(undefined)
    const fail = (error: Error): void => settle(brokenDown(task, error.message))
    const end = (): void => settle(brokenDown(task, 'the thread ended without a result'))
    signal.addEventListener('abort', stop, { once: true })
    worker.on('message', settle).on('error', fail).on('exit', end)
    worker.postMessage(task)
  })
}
