import type { Exchange } from '../conformance/model/exchange.ts'
import {
  type JudgedRun,
  type JudgedRunOptions,
  judgedRun as judgedRunAlone,
} from '../conformance/selftest/judged-run.ts'

/** A judged run, and its exchanges in the order in which they came to their end. */
export interface RecordedRun extends JudgedRun {
  readonly exchanges: readonly Exchange[]
}

/** A judged run that keeps its exchanges. */
export async function judgedRun(options: JudgedRunOptions): Promise<RecordedRun> {
  const exchanges: Exchange[] = []
  const run = await judgedRunAlone({ ...options, onExchange: (exchange) => exchanges.push(exchange) })
  return { ...run, exchanges }
}
