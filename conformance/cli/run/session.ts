import type { About } from '../../evidence/line.ts'
import type { Redactor } from '../../evidence/redact.ts'
import type { EvidenceStore } from '../../evidence/store.ts'
import type { Judge } from '../../judge/index.ts'
import type { Exchange, RecordedRequest } from '../../model/exchange.ts'
import type { Observation } from '../../model/observation.ts'
import type { Client } from '../../sources/client.ts'
import type { Bill } from '../report/bill.ts'

/** Sends requests so that each exchange is recorded, judged and billed before anybody else sees it. */
export interface Session {
  /** Sends and records, and leaves judging for later. */
  send(request: RecordedRequest, id: string, about: About, signal: AbortSignal): Promise<Exchange>
  /** Judges what was sent. */
  judge(exchange: Exchange): Observation | undefined
}

/** What a session is put together from. */
export interface SessionParts {
  readonly client: Client
  readonly redactor: Redactor
  readonly store: EvidenceStore
  readonly judge: Judge
  readonly bill: Bill
}

/** The one place where an exchange goes from the socket to the file and to the judge; secrets stay behind here. */
export function openSession({ client, redactor, store, judge, bill }: SessionParts): Session {
  return {
    async send(request, id, about, signal) {
      const exchange = redactor.exchange(await client.send(request, id, signal))
      store.add(exchange, about)
      return exchange
    },
    judge(exchange) {
      const seen = judge.see(exchange)
      if (seen !== undefined) bill.add(seen)
      return seen
    },
  }
}
