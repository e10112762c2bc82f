import { join } from 'node:path'
import { createRedactor } from '../../evidence/redact.ts'
import { createEvidenceStore, type EvidenceStore } from '../../evidence/store.ts'
import { type Judge, observe, startJudge } from '../../judge/index.ts'
import type { Exchange, RecordedRequest } from '../../model/exchange.ts'
import type { Observation } from '../../model/observation.ts'
import type { Plan } from '../../model/plan.ts'
import type { Catalogue } from '../../model/suite.ts'
import { createClient } from '../../sources/client.ts'
import { secretsOf } from '../../sources/keys.ts'
import { type Bill, startBill } from '../report/bill.ts'
import { aboutCases } from './about-cases.ts'
import { evidenceHeader } from './evidence-header.ts'
import { handBackMemory } from './hand-back-memory.ts'
import { maxResponseBytes } from './limits.ts'
import type { RunOptions } from './run-options.ts'
import type { Target } from './target.ts'

/** The one way an exchange takes in a run: socket, redaction, file, and then the judge. Secrets do not get past `send`. */
export interface Session {
  readonly startedAt: Date
  readonly store: EvidenceStore
  readonly judge: Judge
  readonly bill: Bill
  /** Sends, redacts and records. */
  send(request: RecordedRequest, id: string, signal: AbortSignal): Promise<Exchange>
  /** Judges what was sent. */
  see(exchange: Exchange): Observation | undefined
  close(): Promise<void>
}

/** A request body that leaves noticeable garbage behind. */
const largeBody = 2 * 1024 * 1024

/** By the next turn of the event loop the exchange is recorded and judged, and its body is garbage. */
function afterLargeBody(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(() => {
      handBackMemory()
      resolve()
    })
  })
}

/** Opens a session with a target. From here on, evidence of an earlier run in the same folder is gone. */
export function openSession(plan: Plan, target: Target, options: RunOptions, catalogue: Catalogue): Session {
  const startedAt = new Date()
  const names = { key: target.key }
  const client = createClient({
    ...(target.embedded ? {} : options.connection),
    baseUrl: target.url,
    names,
    timeoutMs: options.timeoutSeconds * 1000,
    maxResponseBytes,
    afterLargeBody,
  })
  const redactor = createRedactor(secretsOf(target.key))
  const store = createEvidenceStore(
    join(options.out, 'exchanges.ndjson'),
    evidenceHeader(options, target, plan.aims, startedAt),
  )
  const judge = startJudge(catalogue)
  const bill = startBill()
  const about = aboutCases(plan)
  const billed = (seen: Observation | undefined): typeof seen => {
    if (seen !== undefined) bill.add(seen)
    return seen
  }
  return {
    ...{ startedAt, store, judge, bill },
    async send(request, id, signal) {
      const isLarge = request.body.length > largeBody
      const exchange = redactor.exchange(await client.send(request, id, signal))
      const what = about(id)
      store.add(exchange, what)
      if (isLarge) handBackMemory()
      if (what.origin === 'shrink') billed(observe(catalogue.operations, exchange))
      return exchange
    },
    see: (exchange) => billed(judge.see(exchange)),
    close: () => client.close(),
  }
}
