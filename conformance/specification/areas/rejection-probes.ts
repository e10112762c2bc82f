import { keyLabels } from '../../core/model/credential.ts'
import type { HeaderLine, RecordedRequest } from '../../core/model/exchange.ts'
import { type Operation, type RequestValue, totalCost } from '../../core/model/operation.ts'
import type { Probe } from '../../core/model/plan.ts'
import type { Endpoint, Profile } from '../../core/model/vocabulary.ts'

/** Requests that must be rejected, and the requirements that they test. */
interface Rejections {
  readonly id: string
  readonly operation: Operation
  readonly purpose: string
  /** The profile, by default `standard`. */
  readonly profile?: Profile
  readonly aims: readonly string[]
  readonly requests: readonly RecordedRequest[]
}

/** Makes a probe of requests that must be rejected. They cost nothing if they are. */
export function rejectionProbe({ operation, profile = 'standard', requests, ...about }: Rejections): Probe {
  return {
    ...about,
    operation: operation.id,
    profile,
    requests: requests.length,
    cost: { calls: 0, images: 0 },
    *steps() {
      yield requests
    },
  }
}

/**
 * `Basic` and `Token` carry the valid key in another scheme than Bearer (interpretation T1). `invalid-counterpart` is the
 * unknown key with a further `sk-`, or without its own (interpretation T2).
 */
type InvalidCredential = 'missing' | 'invalid' | 'invalid-counterpart' | 'not-bearer' | 'Basic' | 'Token'

interface CredentialProbes {
  readonly plain: readonly [PlainRequest, ...PlainRequest[]]
  readonly credentials: readonly InvalidCredential[]
  readonly id: (operation: Endpoint) => string
  readonly purpose: string
  readonly aims: (operation: Endpoint) => readonly string[]
}

type PlainRequest = readonly [operation: Operation, value: RequestValue]

/**
 * Makes a probe for each operation that sends its plain request without a valid credential, and one that covers all
 * operations on one connection.
 */
export function credentialProbes({ plain, credentials, id, purpose, aims }: CredentialProbes): readonly Probe[] {
  const probesWith = (own: readonly InvalidCredential[], name: string, profile: 'smoke' | 'standard') =>
    plain.map(([operation, value]) => ({
      id: `${id(operation.id)}${name}`,
      operation,
      purpose,
      profile,
      aims: aims(operation.id),
      requests: own.map((credential) => presenting(credential, operation.write(value))),
    }))
  const isUsual = (one: InvalidCredential): boolean => ['missing', 'invalid', 'not-bearer'].includes(one)
  const unusual = credentials.filter((one) => !isUsual(one))
  const probes = probesWith(credentials.filter(isUsual), '', 'smoke')
  const others = unusual.length === 0 ? [] : probesWith(unusual, '-schemes', 'standard')
  return [...[...probes, ...others].map(rejectionProbe), onKeptConnection(plain, probes)]
}

/**
 * Makes a probe that sends the same requests on one connection, with valid requests before, between and after them. The
 * response to a request only depends on its own credential (interpretation G17).
 */
function onKeptConnection(plain: readonly [PlainRequest, ...PlainRequest[]], probes: readonly Rejections[]): Probe {
  const [[operation, value]] = plain
  return {
    id: `${operation.id}-kept-connection`,
    operation: operation.id,
    purpose: 'requests with and without a valid credential in turn on one connection',
    profile: 'standard',
    aims: [...new Set(probes.flatMap(({ aims }) => aims))],
    requests: probes.reduce((sum, { requests }) => sum + requests.length + 1, 1),
    cost: totalCost([...plain, plain[0]].map(([own, request]) => own.cost(request))),
    isOnOneConnection: true,
    *steps({ operations }) {
      yield [operation.write(value)]
      const own = plain.filter(([{ id }]) => operations.includes(id))
      for (const [index, probe] of probes.filter(({ operation: { id } }) => operations.includes(id)).entries()) {
        // The request without any credential comes last, so that a valid request follows it.
        for (const request of probe.requests.toReversed()) yield [request]
        // The valid request is for another operation if there are several.
        const [next, plainValue] = own[(index + 1) % own.length]!
        yield [next.write(plainValue)]
      }
    },
  }
}

const basic = `Basic ${Buffer.from('someone:something').toString('base64')}`

/** Replaces the valid key of a request with another credential, in a header or at the end of its query. */
function presenting(credential: InvalidCredential, request: RecordedRequest): RecordedRequest {
  const { path, headers } = request
  const hasKey = ([, value]: HeaderLine) => value.includes(keyLabels.valid)
  const unknown = credential === 'invalid' ? keyLabels.invalid : keyLabels.invalidCounterpart
  const withUnknownKey = (text: string) => text.replace(keyLabels.valid, unknown)
  switch (credential) {
    case 'missing': {
      const keyInQuery = new RegExp(`[?&]key=${keyLabels.valid}$`)
      return { ...request, path: path.replace(keyInQuery, ''), headers: headers.filter((line) => !hasKey(line)) }
    }
    case 'invalid':
    case 'invalid-counterpart':
      return {
        ...request,
        path: withUnknownKey(path),
        headers: headers.map(([name, value]) => [name, withUnknownKey(value)] as const),
      }
    case 'not-bearer':
      return { ...request, headers: headers.map((line) => (hasKey(line) ? ([line[0], basic] as const) : line)) }
    case 'Basic':
    case 'Token': {
      const other = `${credential} ${keyLabels.valid}`
      return { ...request, headers: headers.map((line) => (hasKey(line) ? ([line[0], other] as const) : line)) }
    }
  }
}
