import { parentPort, workerData } from 'node:worker_threads'
import { UsageError } from '../../core/text/usage-error.ts'
import { type Judging, type JudgingOptions, startJudging } from './judging.ts'
import { type Order, sizeOf, unpacked, type WorkerMessage } from './thread.ts'

const say = (word: WorkerMessage): void => parentPort?.postMessage(word)

/** The worker thread that judges. It handles its messages one by one. */
function judge(judging: Judging): void {
  parentPort?.on('message', (order: Order | null) => {
    if (order === null) {
      judging.close()
      parentPort?.close()
    } else if (order.kind === 'see') {
      for (const packed of order.batch) judging.see(unpacked(packed))
      const bytes = order.batch.reduce((sum, packed) => sum + sizeOf(packed), 0)
      say({ kind: 'seen', bytes, counts: judging.counts() })
    } else if (order.kind === 'violations') say({ kind: 'violations', violations: judging.violations() })
    else say({ kind: 'report', report: judging.report(order.stretch) })
  })
  say({ kind: 'ready' })
}

try {
  judge(await startJudging(workerData as JudgingOptions))
} catch (error) {
  // Between threads, an error loses its class.
  if (!(error instanceof UsageError)) throw error
  say({ kind: 'rejected', message: error.message, more: error.more })
}
