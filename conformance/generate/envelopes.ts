import { chunkedFraming, noOffer, withBeta } from '../model/envelope.ts'
import type { HeaderLine, RecordedRequest } from '../model/exchange.ts'
import type { Operation } from '../model/operation.ts'
import { areaOf, endpoints } from '../model/vocabulary.ts'
import { isSame } from '../plan/schema/json.ts'
import { seedFor } from '../plan/values/seed.ts'
import { formatsOf } from '../wire/codings.ts'
import { randomFrom } from './random.ts'

/** Puts a request in an envelope as a client sends it. */
type Wrap = (request: RecordedRequest) => RecordedRequest

/** Envelopes with one unusual part each. */
const common: readonly Wrap[] = [
  adding(noOffer),
  ...['identity', 'gzip', 'br', 'zstd'].map(offeringOnly),
  (request) => ({ ...request, headers: request.headers.map(([name, value]) => [name.toUpperCase(), value] as const) }),
]

/** The envelopes for the requests of an operation, in the order of a seed. */
export function envelopesFor({ area }: Pick<Operation, 'area'>, seed: number): readonly Wrap[] {
  const all = [
    ...common,
    ...(area === 'token-usage' ? [] : [adding(chunkedFraming)]),
    ...(area === 'messages' ? [withBeta] : []),
  ]
  return randomFrom(seedFor(seed, `envelopes ${area}`)).shuffled(all)
}

function adding(line: HeaderLine): Wrap {
  return (request) => ({ ...request, headers: [...request.headers, line] })
}

/** An encoding that this Node cannot undo is not offered: its replies could not be judged. */
function offeringOnly(coding: string): Wrap {
  const canUndo = coding === 'identity' || formatsOf(coding).length > 0
  return canUndo ? adding(['accept-encoding', coding]) : (request) => request
}

/**
 * Returns the request with this number, counted from 0, in the next of the envelopes of its operation. The operations of
 * an area begin at different ones, because few requests of some are sent.
 */
export function enveloped(
  operation: Operation,
  request: RecordedRequest,
  seed: number,
  number: number,
): RecordedRequest {
  const { id, area } = operation
  const alike = endpoints.filter((endpoint) => areaOf[endpoint] === area)
  const envelopes = envelopesFor(operation, seed)
  const first = alike.indexOf(id) * Math.ceil(envelopes.length / alike.length)
  const wrapped = envelopes[(first + number) % envelopes.length]!(request)
  return operation.matches(wrapped) && isSame(operation.read(wrapped), operation.read(request)) ? wrapped : request
}
