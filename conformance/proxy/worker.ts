import { parentPort, workerData } from 'node:worker_threads'
import { type JudgingOptions, startJudging } from './judging.ts'
import { type Order, sizeOf, unpacked, type WorkerMessage } from './thread.ts'

/** The worker thread that judges. It handles its messages one by one. */
const judging = await startJudging(workerData as JudgingOptions)
const say = (word: WorkerMessage): void => parentPort?.postMessage(word)

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
