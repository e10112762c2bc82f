import { cutAt, exchangeWith, responseWith } from '../../../core/model/exchange.fixture.ts'
import type { Exchange, HeaderLine } from '../../../core/model/exchange.ts'
import type { Finding } from '../../../core/model/finding.ts'
import type { RequestValue } from '../../../core/model/operation.ts'
import { appliesTo } from '../../../core/model/requirement.ts'
import { observe } from '../../../engine/judge/index.ts'
import suite from './index.ts'
import { createMessage } from './operations.ts'

/** A response of a target in a test. */
export interface Answer {
  readonly status: number
  readonly type?: string
  readonly bytes: Uint8Array
  readonly ended?: Exchange['ended']
}

/** Returns an exchange of this request and response, in chunks that are cut at the given places. */
export function exchangeOf(value: RequestValue, answer: Answer, cuts: readonly number[] = []): Exchange {
  return answered(createMessage.write(value), answer, cuts)
}

/** Returns an exchange of a request that is already serialised. */
export function answered(
  request: Exchange['request'],
  { status, type, bytes, ended = 'complete' }: Answer,
  cuts: readonly number[] = [],
): Exchange {
  const headers: HeaderLine[] = type === undefined ? [] : [['Content-Type', type]]
  const response = responseWith(cutAt(bytes, cuts), { status, headers })
  return exchangeWith({ request, response, ended })
}

/** Returns all findings of requirements on single exchanges, each with its id. Excludes informational requirements. */
export function findingsOn(exchange: Exchange): readonly (Finding & { readonly requirement: string })[] {
  const seen = observe(suite.operations, exchange)
  if (seen === undefined) return []
  return suite.requirements.flatMap((one) => {
    const speaks = [one.endpoint, ...(one.alsoOn ?? [])].some((endpoint) => endpoint === seen.operation.id)
    if (one.kind !== 'exchange' || one.level === 'unspecified' || !speaks || !appliesTo(one, seen)) return []
    return [...one.check(seen)].map((finding) => ({ ...finding, requirement: one.id }))
  })
}

/** Returns the ids of the requirements that a single exchange violates, each once. */
export function brokenBy(exchange: Exchange): readonly string[] {
  return [...new Set(findingsOn(exchange).map(({ requirement }) => requirement))].sort()
}

export function json(value: unknown, status = 200): Answer {
  return { status, type: 'application/json', bytes: new TextEncoder().encode(JSON.stringify(value)) }
}

/** Returns a stream of these payloads, each after an event line with its type. */
export function stream(payloads: readonly unknown[]): Answer {
  const lines = payloads.map((payload) => {
    const type = (payload as { readonly type?: unknown } | null)?.type
    const line = typeof type === 'string' ? `event: ${type}\n` : ''
    return `${line}data: ${typeof payload === 'string' ? payload : JSON.stringify(payload)}\n\n`
  })
  return { status: 200, type: 'text/event-stream', bytes: new TextEncoder().encode(lines.join('')) }
}
