import { createHash } from 'node:crypto'
import type { Use } from '../../../schemas/index.ts'
import { hasAwkwardText } from '../../model/awkward.ts'
import type { Elsewhere } from '../../model/credential.ts'
import { type Facet, isCaptured, isUnaltered, mediaType } from '../../model/exchange.ts'
import type { Observation, ResponseClass } from '../../model/observation.ts'
import { bringsTheKey, isLetIn, isPlainlyValid } from '../../model/observation.ts'
import type { Area, Endpoint } from '../../model/vocabulary.ts'
import { plainlyWritten } from '../../wire/json-spelling.ts'
import { type InvalidRequest, invalidRequestInWords } from '../invalid-request-in-words.ts'
import { malformedBy } from '../read/malformed.ts'
import { rejectionTextOf } from '../said.ts'
import { type Canonical, canonical, without } from './control-requests.ts'
import type { AcceptanceIndex } from './dependence.ts'
import { type Fate, fateOf } from './fate.ts'
import { type Addition, additionsIn } from './standing.ts'

/** The facts of one exchange for the judgements that look at a whole run; no bodies. */
export interface Trace {
  readonly exchange: string
  readonly operation: Endpoint
  readonly area: Area
  /** Milliseconds from the start of the run. */
  readonly startedAt: number
  readonly fate: Fate
  readonly responseClass: ResponseClass
  readonly status: number | undefined
  readonly captured: readonly Facet[]
  /** Why the response could not be read, where that is so. */
  readonly unread?: string
  /** The violation of HTTP itself, in words. */
  readonly malformed?: string
  /** Set where the connection was broken off before any answer came. */
  readonly isCutOff?: true
  /** Equal for attempts of one request: the same bytes were sent (interpretation G11). */
  readonly identity: string
  /**
   * For a request that breaks nothing, on open ground or not, and was answered with a 2xx, be it a reply of the
   * operation or not: what other requests are compared with.
   */
  readonly control?: Canonical
  /** For a valid request: the listed things it makes use of. */
  readonly uses?: readonly Use[]
  /** For a valid request that was not served: each of them with what it brings along. */
  readonly additions?: readonly Addition[]
  /** For a valid request that was not served: the request, and its text without all that it makes use of. */
  readonly whole?: Canonical
  readonly bare?: string
  /**
   * The uses of a valid request that was rejected with an awkward text. They explain what depends on it, and are not
   * judged.
   */
  readonly awkwardUses?: readonly Use[]
  /** Equal for valid requests that differ in nothing but the spelling of their JSON. */
  readonly unspelled?: string
  /** Set for a valid request whose JSON is spelled in another way than usual. */
  readonly isRespelled?: true
  /** The target's own words when it did not serve a valid request; one line. */
  readonly said?: string
  /**
   * The place of the key, if it came alone in the form of another area. The request counts only if that form is
   * accepted.
   */
  readonly elsewhere?: Elsewhere
  /** For a request that breaks exactly one sentence: that sentence, and the request without the broken places. */
  readonly breach?: TracedBreach
}

/** The one sentence a request breaks. */
export interface TracedBreach {
  readonly requirement: string
  readonly pointers: readonly string[]
  /** The defect of an invalid request, in words; only if it was not rejected, since only a finding needs it. */
  readonly words?: InvalidRequest
  /** The request without `pointers`: so is its control request. */
  readonly remainder: Canonical
}

/** The additions of requests, by their identity: attempts of one request share them. */
export type KnownAdditions = Map<string, readonly Addition[]>

/** Reduces an observation to its trace. */
export function traceOf(seen: Observation, acceptances: AcceptanceIndex, known: KnownAdditions = new Map()): Trace {
  const whole = canonical(seen.request.value)
  const identity = identityOf(seen)
  const isAwkward = isPlainlyValid(seen) && isAwkwardlyRejected(seen)
  const isValid = isPlainlyValid(seen) && !isAwkward
  return {
    exchange: seen.exchange.id,
    operation: seen.operation.id,
    area: seen.operation.area,
    startedAt: seen.exchange.startedAt,
    fate: fateOf(seen),
    responseClass: seen.responseClass,
    status: seen.status,
    captured: seen.exchange.captured.filter((facet) => isUnaltered(seen.exchange, facet)),
    identity,
    unread: seen.unread,
    ...malformedWords(seen),
    ...(isCutOff(seen) ? { isCutOff: true } : {}),
    ...elsewhereIn(seen),
    ...(isValid ? { uses: seen.request.uses, ...spellingFacts(seen, whole) } : {}),
    ...(isAwkward ? { whole, awkwardUses: seen.request.uses } : {}),
    ...(isControl(seen) ? { control: whole } : {}),
    ...(isValid && seen.responseClass === 'errored' ? { whole } : {}),
    ...(isValid && isUnserved(seen)
      ? unservedFacts(seen, known.get(identity) ?? additionsIn(seen, acceptances), whole)
      : {}),
    ...breachOf(seen, whole),
  }
}

/**
 * Nobody is accused of the rejection of an awkward text: it is as if the request stood on open ground (interpretation
 * G13).
 */
function isAwkwardlyRejected({ responseClass, request }: Observation): boolean {
  return responseClass === 'rejected' && hasAwkwardText(request.value)
}

function elsewhereIn({ request: { credential } }: Observation): Pick<Trace, 'elsewhere'> {
  return credential.kind === 'open' && credential.elsewhere !== undefined ? { elsewhere: credential.elsewhere } : {}
}

function malformedWords({ exchange }: Observation): Pick<Trace, 'malformed'> {
  const malformed = malformedBy(exchange)
  return malformed === undefined ? {} : { malformed: malformed.words }
}

function isCutOff({ exchange }: Observation): boolean {
  return exchange.response === null && exchange.ended === 'reset'
}

function isControl(seen: Observation): boolean {
  if (!isLetIn(seen.responseClass) || seen.request.violations.length > 0) return false
  return bringsTheKey(seen) && isCaptured(seen.exchange, 'request-body')
}

/** Bodies that cannot be parsed differ by their bytes, as others do. */
function identityOf({ exchange, operation, request }: Observation): string {
  const { path, body } = exchange.request
  const told = JSON.stringify([operation.id, request.credential.kind, path, request.value.header ?? {}])
  return createHash('sha256').update(told).update(body).digest('base64')
}

/** The two facts by which a request is compared with the same one in another spelling (interpretation G13). */
function spellingFacts({ exchange, operation }: Observation, { text }: Canonical) {
  const { path, headers, body } = exchange.request
  if (mediaType(headers) !== 'application/json' || !isCaptured(exchange, 'request-body')) return {}
  const names = headers.map(([name]) => name).filter((name) => name.toLowerCase() !== 'content-length')
  const unspelled = JSON.stringify([operation.id, path, names, text])
  return plainlyWritten(body) === undefined ? { unspelled } : { unspelled, isRespelled: true as const }
}

function unservedFacts(
  seen: Observation,
  additions: readonly Addition[],
  whole: Canonical,
): Pick<Trace, 'additions' | 'whole' | 'bare' | 'said'> {
  const said = rejectionTextOf(seen)
  const places = seen.request.uses.map(({ pointer }) => pointer)
  return { additions, whole, bare: without(whole, places).text, said }
}

function isUnserved(seen: Observation): boolean {
  const fate = fateOf(seen)
  return ['rejected', 'denied'].includes(seen.responseClass) || fate === 'failed' || fate === 'broken'
}

/** Stands where a breach is about the credential alone. */
export const credentialBreach = 'credential'

/** The response classes to an invalid request that may be a violation. */
const blameable: readonly ResponseClass[] = ['accepted', 'unrecognised', 'errored', 'failed', 'busy']

/** Only a request that breaks exactly one sentence tells which one was enforced (interpretation G8). */
function breachOf(seen: Observation, whole: Canonical): { breach?: TracedBreach } {
  const { violations } = seen.request
  if (!bringsTheKey(seen)) return credentialBreachOf(seen.request, whole)
  const [first, ...others] = violations
  if (first?.requirement === undefined) return {}
  if (others.some(({ requirement }) => requirement !== first.requirement)) return {}
  const pointers = violations.map(({ pointer }) => pointer)
  const isEmpty = seen.exchange.request.body.length === 0
  const words = blameable.includes(seen.responseClass) ? { words: invalidRequestInWords(violations, isEmpty) } : {}
  return { breach: { requirement: first.requirement, pointers, remainder: without(whole, pointers), ...words } }
}

const wrongCredentials = ['missing', 'invalid', 'not-bearer']

const credentialInWords: Readonly<Record<string, string>> = {
  missing: 'a request without a key',
  invalid: 'a request with an invalid key',
  'not-bearer': 'a request with another authentication scheme than Bearer',
}

function credentialBreachOf(
  { violations, credential }: Observation['request'],
  whole: Canonical,
): { breach?: TracedBreach } {
  if (violations.length > 0 || !wrongCredentials.includes(credential.kind)) return {}
  const words = { what: credentialInWords[credential.kind] ?? 'a request without a valid key' }
  return { breach: { requirement: credentialBreach, pointers: [], remainder: whole, words } }
}
