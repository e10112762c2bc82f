import { observe } from '../../judge/index.ts'
import type { Exchange, HeaderLine } from '../../model/exchange.ts'
import type { Finding } from '../../model/finding.ts'
import type { RequestValue } from '../../model/operation.ts'
import suite from './index.ts'
import { createMessage } from './operations.ts'

/** What a target answers in a test. */
export interface Answer {
  readonly status: number
  readonly type?: string
  readonly bytes: Uint8Array
  readonly ended?: Exchange['ended']
}

/** An exchange of that request and that answer, in chunks cut at the given places. */
export function exchangeOf(value: RequestValue, answer: Answer, cuts: readonly number[] = []): Exchange {
  return exchangeWith(createMessage.write(value), answer, cuts)
}

export function exchangeWith(
  request: Exchange['request'],
  { status, type, bytes, ended = 'complete' }: Answer,
  cuts: readonly number[] = [],
): Exchange {
  const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((one, other) => one - other), bytes.length]
  const headers: HeaderLine[] = type === undefined ? [] : [['Content-Type', type]]
  const chunks = edges.slice(1).map((edge, index) => ({ at: index, bytes: bytes.slice(edges[index], edge) }))
  return {
    id: 'one',
    source: 'runner',
    captured: ['request-headers', 'request-body', 'response-headers', 'response-body', 'chunks', 'timing'],
    startedAt: 0,
    durationMs: chunks.length,
    request,
    response: { status, headers, chunks },
    ended,
  }
}

/** All that the requirements on single exchanges find, with the id of each that speaks. What is only noted accuses nobody. */
export function findingsOn(exchange: Exchange): readonly (Finding & { readonly requirement: string })[] {
  const seen = observe(suite.operations, exchange)
  if (seen === undefined) return []
  return suite.requirements.flatMap((one) => {
    const speaks = [one.endpoint, ...(one.alsoOn ?? [])].some((endpoint) => endpoint === seen.operation.id)
    if (one.kind !== 'exchange' || one.level === 'unspecified' || !speaks || !one.appliesTo(seen)) return []
    return [...one.check(seen)].map((finding) => ({ ...finding, requirement: one.id }))
  })
}

/** The ids of the requirements that a single exchange breaks, each once. */
export function brokenBy(exchange: Exchange): readonly string[] {
  return [...new Set(findingsOn(exchange).map(({ requirement }) => requirement))].sort()
}

export function json(value: unknown, status = 200): Answer {
  return { status, type: 'application/json', bytes: new TextEncoder().encode(JSON.stringify(value)) }
}

/** A stream of these payloads, each under an event line that says its type. */
export function stream(payloads: readonly unknown[]): Answer {
  const lines = payloads.map((payload) => {
    const type = (payload as { readonly type?: unknown } | null)?.type
    const line = typeof type === 'string' ? `event: ${type}\n` : ''
    return `${line}data: ${typeof payload === 'string' ? payload : JSON.stringify(payload)}\n\n`
  })
  return { status: 200, type: 'text/event-stream', bytes: new TextEncoder().encode(lines.join('')) }
}
