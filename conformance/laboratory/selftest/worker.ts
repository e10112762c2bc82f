/** Runs one task after the other in its own thread; see `worker-pool.ts`. */
import { parentPort } from 'node:worker_threads'
import { runTask } from './run-task.ts'
import type { Task } from './trial.ts'

parentPort?.on('message', (task: Task) => {
  void runTask(task).then((trial) => parentPort?.postMessage(trial))
})
