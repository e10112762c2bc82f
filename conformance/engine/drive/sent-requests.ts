import type { RecordedRequest } from '../../core/model/exchange.ts'
import type { SentAs, Why } from '../../core/model/why.ts'

export interface SentRequest {
  readonly request: RecordedRequest
  readonly why: Why | undefined
  /** Absent for a request of minimising. */
  readonly sentAs?: SentAs
}

/** The requests of a run by exchange id, to be sent again or minimised. Large ones are kept only if they failed. */
export interface SentRequests {
  /** Keeps a request, unless it is large. */
  keep(id: string, sent: SentRequest): void
  /** Keeps a large request that failed, as far as memory allows. */
  keepFailed(id: string, sent: SentRequest): void
  forget(id: string): void
  get(id: string): SentRequest | undefined
  readonly all: Iterable<readonly [id: string, sent: SentRequest]>
}

/** The size of a large request, in bytes. It contains a file, and a file cannot be minimised. */
export const mostKept = 256 * 1024

/** The most bytes of large requests that are kept. */
const mostKeptInAll = 64 * 1024 * 1024

export function newSentRequests(): SentRequests {
  const sent = new Map<string, SentRequest>()
  let keptBytes = 0
  return {
    keep(id, one) {
      if (one.request.body.length <= mostKept) sent.set(id, one)
    },
    keepFailed(id, one) {
      const { length } = one.request.body
      if (length <= mostKept || keptBytes + length > mostKeptInAll) return
      keptBytes += length
      sent.set(id, one)
    },
    forget: (id) => void sent.delete(id),
    get: (id) => sent.get(id),
    all: sent,
  }
}
