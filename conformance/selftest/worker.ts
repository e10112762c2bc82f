/** Carries out one task after the other in a thread of its own; see `crew.ts`. */
import { parentPort } from 'node:worker_threads'
import { carryOut } from './carry-out.ts'
import type { Task } from './task.ts'

parentPort?.on('message', (task: Task) => {
  void carryOut(task).then((trial) => parentPort?.postMessage(trial))
})
