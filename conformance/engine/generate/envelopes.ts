import { chunkedFraming, noOffer, withBeta } from '../../core/model/envelope.ts'
import type { HeaderLine, RecordedRequest } from '../../core/model/exchange.ts'
import type { Operation } from '../../core/model/operation.ts'
import { formatsOf } from '../../core/wire/codings.ts'
import { isSame } from '../plan/schema/json.ts'
import { seedFor } from '../plan/values/seed.ts'
import { randomFrom } from './random.ts'

/** Puts a request in an envelope as a client sends it. */
type Wrap = (request: RecordedRequest) => RecordedRequest

/** Envelopes with one unusual part each. */
const common: readonly Wrap[] = [
  adding(noOffer),
  ...['identity', 'gzip', 'br', 'zstd'].map(offeringOnly),
  (request) => ({ ...request, headers: request.headers.map(([name, value]) => [name.toUpperCase(), value] as const) }),
]

/**
 * Returns the envelopes for the requests of an operation, in the order of a seed. Chunks come second, so that each
 * operation has them however few of its requests a run sends.
 */
export function envelopesFor({ id, area }: Pick<Operation, 'id' | 'area'>, seed: number): readonly Wrap[] {
  const own = area === 'messages' ? [...common, withBeta] : common
  const [first, ...others] = randomFrom(seedFor(seed, `envelopes ${id}`)).shuffled(own)
  return [first!, ...(area === 'token-usage' ? [] : [adding(chunkedFraming)]), ...others]
}

function adding(line: HeaderLine): Wrap {
  return (request) => ({ ...request, headers: [...request.headers, line] })
}

/** An encoding that this Node cannot undo is not offered: its replies could not be judged. */
function offeringOnly(coding: string): Wrap {
  const canUndo = coding === 'identity' || formatsOf(coding).length > 0
  return canUndo ? adding(['accept-encoding', coding]) : (request) => request
}

/** Returns the request with this number, counted from 0, in the next of the envelopes of its operation. */
export function enveloped(
  operation: Operation,
  request: RecordedRequest,
  seed: number,
  number: number,
): RecordedRequest {
  const envelopes = envelopesFor(operation, seed)
  const wrapped = envelopes[number % envelopes.length]!(request)
  return operation.matches(wrapped) && isSame(operation.read(wrapped), operation.read(request)) ? wrapped : request
}
