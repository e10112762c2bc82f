import type { Ended, HeaderLine } from './exchange.ts'
import type { UpstreamFormat } from './upstream.ts'
import type { Endpoint } from './vocabulary.ts'

/** A body in readable form: text if it is UTF-8, base64 otherwise. */
export interface EvidenceBody {
  readonly text?: string
  readonly base64?: string
  /** The length of the whole body in bytes, also if it is `truncated`. */
  readonly bytes: number
  readonly truncated: boolean
}

/** An exchange as the report shows it: secrets redacted, bodies truncated. */
export interface ExchangeEvidence {
  readonly id: string
  readonly operation?: Endpoint
  readonly purpose?: string
  readonly startedAt: number
  readonly durationMs: number
  readonly ended: Ended
  readonly trouble?: string
  readonly request: {
    readonly method: string
    readonly path: string
    readonly headers: readonly HeaderLine[]
    readonly body: EvidenceBody
  }
  readonly response: {
    readonly status: number
    readonly headers: readonly HeaderLine[]
    readonly body: EvidenceBody
    /** Arrival of each chunk: milliseconds and length in bytes. */
    readonly chunks: readonly { readonly at: number; readonly bytes: number }[]
    /** The number of chunks, if not all of them are listed. */
    readonly chunksTotal?: number
    /** The events of a stream, data truncated. */
    readonly events?: readonly {
      readonly index: number
      readonly at: number
      readonly chunk: number
      readonly name?: string
      readonly data: string
      /** The length of the data in characters, if it was cut. */
      readonly characters?: number
    }[]
    /** The number of events, if not all of them are listed. */
    readonly eventsTotal?: number
  } | null
  /** The requests that the upstream received for it; present for a request of the experiment behind the gateway. */
  readonly received?: readonly ReceivedEvidence[]
}

/** A request at the upstream, and what it answered. */
export interface ReceivedEvidence extends Omit<ExchangeEvidence, 'operation' | 'purpose' | 'received'> {
  readonly format: UpstreamFormat
}
