import { createHash } from 'node:crypto'
import { envelopeParts, unwrapped } from '../../core/model/envelope.ts'
import { isCaptured } from '../../core/model/exchange.ts'
import type { Finding } from '../../core/model/finding.ts'
import { busyStatuses, isPlainlyValid, isSuccess, type Observation } from '../../core/model/observation.ts'
import type { Collected } from '../../core/model/requirement.ts'

/** A valid request in its envelope, and its fate. */
export interface WrappedRequest {
  /** Equal for requests that differ only in their envelopes. */
  readonly request: string
  /** The unusual parts of the envelope, in words. */
  readonly parts: readonly string[]
  readonly status: number | undefined
}

/**
 * The observation that the envelope of a request does not decide about its service. Each area adds its id and
 * operations. The specification does not speak of envelopes, so no failure follows.
 */
export const envelopeServed = {
  section: '4',
  dimension: 'status',
  level: 'unspecified',
  interpretation: 'G14',
  statement:
    'A request is served whatever its `accept-encoding`, with a body in chunks, with header names in capitals, and with `?beta=true`.',
  needs: [],
  collect: wrappedIn,
  check: unservedEnvelopes,
  isExercised: (collected: readonly Collected<WrappedRequest>[]) => shown(collected).size > 0,
  restsOn: shown,
} as const

function wrappedIn(seen: Observation): WrappedRequest | undefined {
  const { exchange, status } = seen
  if (!isPlainlyValid(seen) || !isCaptured(exchange, 'request-headers') || !isCaptured(exchange, 'request-body'))
    return undefined
  // A busy server, or one that wants to be paid, says nothing about the request.
  if (status === 402 || (status !== undefined && busyStatuses.has(status))) return undefined
  const { request } = exchange
  const digest = createHash('sha256').update(unwrapped(request)).update(request.body).digest('base64')
  return { request: digest, parts: envelopeParts(request), status }
}

/** Returns the exchanges with unusual envelopes that were served, or that show that the envelope is why they were not. */
function shown(collected: readonly Collected<WrappedRequest>[]): ReadonlySet<string> {
  const served = collected.filter(({ fact }) => fact.parts.length > 0 && isSuccess(fact.status))
  return new Set([...served, ...unservedEnvelopes(collected)].map(({ exchange }) => exchange))
}

function* unservedEnvelopes(
  collected: readonly Collected<WrappedRequest>[],
): Generator<Finding & { readonly exchange: string }> {
  const served = collected.filter(({ fact }) => isSuccess(fact.status)).map(({ fact }) => fact)
  for (const { exchange, fact } of collected) {
    if (isSuccess(fact.status)) continue
    const twins = served.filter(({ request }) => request === fact.request)
    const beyond = twins.map(({ parts }) => fact.parts.filter((one) => !parts.includes(one)))
    // Served in the same envelope, it was rejected for another reason.
    if (beyond.length === 0 || beyond.some(({ length }) => length === 0)) continue
    const [least = []] = beyond.toSorted((one, other) => one.length - other.length)
    const how = fact.status === undefined ? 'not answered' : `not served (${fact.status})`
    const message = `${how} with ${least.join(' and ')}; the same request without it is served`
    yield { exchange, message, at: { in: 'status' }, actual: fact.status ?? null }
  }
}
