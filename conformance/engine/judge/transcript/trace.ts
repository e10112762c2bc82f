import { createHash } from 'node:crypto'
import type { Use } from '../../../../schemas/index.ts'
import { isObject, member } from '../../../../schemas/json.ts'
import { awkwardCharactersIn, hasAwkwardText } from '../../../core/model/awkward.ts'
import type { Elsewhere } from '../../../core/model/credential.ts'
import { envelopeParts } from '../../../core/model/envelope.ts'
import { type Facet, isCaptured, isReplyCaptured, mediaType, type Shown } from '../../../core/model/exchange.ts'
import type { Observation, ResponseClass } from '../../../core/model/observation.ts'
import { hasValidKey, isComplete2xx, isPlainlyValid, isSuccess, succeeded } from '../../../core/model/observation.ts'
import type { Area, Endpoint } from '../../../core/model/vocabulary.ts'
import { plainlyWritten } from '../../../core/wire/json-spelling.ts'
import { type InvalidRequest, invalidRequestInWords } from '../invalid-request-in-words.ts'
import { malformedBy } from '../read/malformed.ts'
import { rejectionTextOf } from '../target-message.ts'
import { type Canonical, canonical, type SharedParts, without } from './canonical.ts'
import type { AcceptanceIndex } from './dependence.ts'
import { type Fate, fateOf } from './fate.ts'
import { type Shape, shapeOf } from './sizes.ts'
import { type Addition, additionsIn } from './standing.ts'

/** The facts of one exchange that judging a whole run needs. Contains no bodies. */
export interface Trace {
  readonly exchange: string
  readonly operation: Endpoint
  readonly area: Area
  /** Milliseconds from the start of the run. */
  readonly startedAt: number
  readonly endedAt: number
  /** The number of its connection in the run; absent if it was not recorded. */
  readonly connection?: number | undefined
  readonly fate: Fate
  readonly responseClass: ResponseClass
  readonly status: number | undefined
  readonly captured: readonly Facet[]
  readonly redacted?: readonly Facet[]
  /** Set if the source did not record all of the response. Its status still counts. */
  readonly isUncaptured?: true
  /** Set if that is a success, which no reply of its operation turns into a rejection. */
  readonly isTaken?: true
  /** The reason why the response could not be read. */
  readonly unread?: string
  /** The violation of HTTP itself, in words. */
  readonly malformed?: string
  /** Set if the connection was closed before any response. */
  readonly isCutOff?: true
  /** Set if no whole response came in time. */
  readonly isTimedOut?: true
  /** Set if a run sent the request, and could send it again. */
  readonly isOfRun?: true
  /** Equal for attempts of one request: the same bytes were sent (interpretation G11). */
  readonly identity: string
  /** The unusual parts of the request's envelope, in words; absent if there are none. */
  readonly envelope?: readonly string[]
  /**
   * The request, for comparison with others. Set if it has no violations (unspecified features are allowed) and got a
   * 2xx, whether or not the body is a valid reply.
   */
  readonly control?: Canonical
  /** The facts that a complete reply tells of itself. */
  readonly reply?: {
    /** The reasons of its end, each with its member. */
    readonly ends: readonly string[]
    /** The kinds of its events, and of the items of its lists. */
    readonly kinds: readonly string[]
    readonly bytes: number
    /** The lengths of the lists that are its members. */
    readonly lists: ReadonlyMap<string, number>
  }
  /** The length of the request's body in bytes. */
  readonly bytes: number
  /** The parts and sizes of a valid request. */
  readonly shape?: Shape
  /** The places of a valid request's limits of tokens. */
  readonly tokenLimits?: readonly string[]
  /** The features that a valid request uses. */
  readonly uses?: readonly Use[]
  /** The uses of a valid request that was not accepted, each with those that belong to it. */
  readonly additions?: readonly Addition[]
  /** A valid request that was not accepted, and its text without the features it uses. */
  readonly whole?: Canonical
  readonly bare?: string
  /**
   * The uses of a valid request with an awkward text or envelope that was rejected. They explain dependent results, and
   * are not judged.
   */
  readonly awkwardUses?: readonly Use[]
  /** The kinds of awkward characters in the texts of a valid request; absent if there are none. */
  readonly awkward?: readonly string[]
  /** Equal for valid requests that differ only in the spelling of their JSON. */
  readonly unspelled?: string
  /** Set for a valid request whose JSON has an unusual spelling. */
  readonly isRespelled?: true
  /** The target's message when it did not accept a valid request, on one line. */
  readonly said?: string
  /**
   * The place of the key, if it was sent only in the form of another area. The request counts only if that form is
   * accepted.
   */
  readonly elsewhere?: Elsewhere
  /**
   * For a request that violates exactly one requirement: that requirement, and the request without the places of the
   * violation.
   */
  readonly breach?: TracedBreach
}

/** The violation of a single-violation request. */
export interface TracedBreach {
  readonly requirement: string
  readonly pointers: readonly string[]
  /** The violation in words; only set if the request was not rejected, since only a finding needs it. */
  readonly words?: InvalidRequest
  /** The request without `pointers`. Its control request is equal to this. */
  readonly remainder: Canonical
}

/** The facts that the traces of a run share. */
export interface SharedFacts {
  /** The additions of requests by schema and value. Requests of equal values share them, on all operations. */
  readonly additions: Map<string, readonly Addition[]>
  readonly parts: SharedParts
}

export function traceOf(
  seen: Observation,
  acceptances: AcceptanceIndex,
  shared: SharedFacts = { additions: new Map(), parts: [] },
): Trace {
  const whole = canonical(seen.request.value, shared.parts)
  const identity = identityOf(seen)
  const isAwkward = isPlainlyValid(seen) && isAwkwardlyRejected(seen)
  const isValid = isPlainlyValid(seen) && !isAwkward
  return {
    exchange: seen.exchange.id,
    operation: seen.operation.id,
    area: seen.operation.area,
    startedAt: seen.exchange.startedAt,
    endedAt: seen.exchange.startedAt + seen.exchange.durationMs,
    ...connectionOf(seen),
    fate: fateOf(seen),
    responseClass: seen.responseClass,
    status: seen.status,
    bytes: seen.exchange.request.body.length,
    ...replyIn(seen),
    ...shownIn(seen.exchange),
    identity,
    ...envelopeIn(seen),
    unread: seen.unread,
    ...uncapturedIn(seen),
    ...malformedWords(seen),
    ...(isCutOff(seen) ? { isCutOff: true } : {}),
    ...(seen.exchange.ended === 'timeout' ? { isTimedOut: true } : {}),
    ...(seen.exchange.why === undefined ? {} : { isOfRun: true }),
    ...elsewhereIn(seen),
    ...(isValid ? { uses: seen.request.uses, ...shapeIn(seen), ...spellingFacts(seen, whole) } : {}),
    ...awkwardIn(seen),
    ...(isAwkward ? { whole, awkwardUses: seen.request.uses } : {}),
    ...(isControl(seen) ? { control: whole } : {}),
    ...(isValid && seen.responseClass === 'errored' ? { whole } : {}),
    ...(isValid && isUnserved(seen)
      ? unservedFacts(seen, sharedAdditions(seen, acceptances, whole, shared), whole)
      : {}),
    ...breachOf(seen, whole),
  }
}

function connectionOf({ exchange: { connection } }: Observation): Pick<Trace, 'connection'> {
  return connection === undefined ? {} : { connection }
}

function replyIn(seen: Observation): Pick<Trace, 'reply'> {
  const { json, stream, body, operation } = seen
  if (!succeeded(seen)) return {}
  const found = new Set<string>()
  const kinds = new Set<string>()
  const name = operation.endMember
  for (const one of [json, ...(stream?.events ?? []).map((event) => event.json)]) {
    if (name !== undefined) addEnds(one, name, found)
    addKinds(one, kinds)
  }
  const members = typeof json === 'object' && json !== null ? Object.entries(json) : []
  const lists = new Map(members.flatMap(([member, value]) => (Array.isArray(value) ? [[member, value.length]] : [])))
  return { reply: { ends: [...found], kinds: [...kinds].slice(0, mostKinds), bytes: body.length, lists } }
}

/** The longest reason of an end, or kind of a part, that is told. */
const longestEnd = 40

/** The most kinds of parts of one reply. Each makes it harder to tell one from chance. */
const mostKinds = 40

/** Adds the kinds of parts: `content_block_start of tool_use`, `content of text`, and `parts with functionCall`. */
function addKinds(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  const own = typeOf(value)
  for (const [name, inner] of Object.entries(value)) {
    const items: readonly unknown[] = Array.isArray(inner) ? inner : []
    for (const item of items) {
      const type = typeOf(item)
      if (type !== undefined) found.add(`${name} of ${type}`)
      else if (isObject(item)) for (const key of Object.keys(item).filter(isShort)) found.add(`${name} with ${key}`)
    }
    const type = own === undefined || items.length > 0 ? undefined : typeOf(inner)
    if (type !== undefined) found.add(`${own} of ${type}`)
    addKinds(inner, found)
  }
}

function typeOf(value: unknown): string | undefined {
  const type = member(value, 'type')
  return typeof type === 'string' && isShort(type) ? type : undefined
}

function isShort(word: string): boolean {
  return word.length <= longestEnd
}

function addEnds(value: unknown, name: string, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (key !== name) addEnds(inner, name, found)
    else if (typeof inner === 'string' && isShort(inner)) found.add(`${name} is ${JSON.stringify(inner)}`)
  }
}

function uncapturedIn({ exchange, status, operation }: Observation): Pick<Trace, 'isUncaptured' | 'isTaken'> {
  if (exchange.response === null || isReplyCaptured(exchange)) return {}
  const isTaken = isSuccess(status) && operation.denies === undefined
  return { isUncaptured: true, ...(isTaken ? { isTaken } : {}) }
}

function envelopeIn({ exchange }: Pick<Observation, 'exchange'>): Pick<Trace, 'envelope'> {
  const envelope = isCaptured(exchange, 'request-headers') ? envelopeParts(exchange.request) : []
  return envelope.length === 0 ? {} : { envelope }
}

/** Returns the trace of a valid request as if an awkward text were why it was not served: nothing is blamed. */
export function unblamed(trace: Trace): Trace {
  const { uses, additions, bare, said, shape, tokenLimits, unspelled, isRespelled, ...rest } = trace
  return uses === undefined ? trace : { ...rest, awkwardUses: uses }
}

function shownIn({ captured, redacted }: Shown): Shown {
  return redacted === undefined ? { captured } : { captured, redacted }
}

/**
 * Returns whether an awkward text may be why a request was rejected. Such a request is treated like one with
 * unspecified features, and nothing is blamed (interpretation G13).
 */
function isAwkwardlyRejected({ responseClass, status, request }: Observation): boolean {
  const isRefused = responseClass === 'rejected' || isDenied({ responseClass, status })
  return isRefused && hasAwkwardText(request.value)
}

/**
 * Returns whether a 401 or 403 to a valid request may be a rejection of the request. It is if the key is accepted on
 * other requests (interpretation G10).
 */
export function isDenied({ responseClass, status }: Pick<Trace, 'responseClass' | 'status'>): boolean {
  return responseClass === 'denied' && (status === 401 || status === 403)
}

function awkwardIn(seen: Observation): Pick<Trace, 'awkward'> {
  const awkward = isPlainlyValid(seen) ? awkwardCharactersIn(seen.request.value) : []
  return awkward.length === 0 ? {} : { awkward }
}

function elsewhereIn({ request: { credential } }: Observation): Pick<Trace, 'elsewhere'> {
  return credential.kind === 'open' && credential.elsewhere !== undefined ? { elsewhere: credential.elsewhere } : {}
}

function shapeIn({ exchange, operation, request }: Observation): Pick<Trace, 'shape' | 'tokenLimits'> {
  return { shape: shapeOf(request.value, exchange.request.body.length), tokenLimits: operation.tokenLimits }
}

function malformedWords({ exchange }: Observation): Pick<Trace, 'malformed'> {
  const malformed = malformedBy(exchange)
  return malformed === undefined ? {} : { malformed: malformed.words }
}

function isCutOff({ exchange }: Observation): boolean {
  return exchange.response === null && exchange.ended === 'reset'
}

function isControl(seen: Observation): boolean {
  if (!isComplete2xx(seen.responseClass) || seen.request.violations.length > 0) return false
  return hasValidKey(seen) && isCaptured(seen.exchange, 'request-body')
}

/** Returns the identity of a request. It includes the raw body, so that bodies that cannot be parsed differ too. */
function identityOf({ exchange, operation, request }: Observation): string {
  const { path, body } = exchange.request
  const { envelope = [] } = envelopeIn({ exchange })
  const told = JSON.stringify([operation.id, request.credential.kind, path, request.value.header ?? {}, envelope])
  return createHash('sha256').update(told).update(body).digest('base64')
}

/** Returns the facts by which a request is compared with the same one in another spelling (interpretation G13). */
function spellingFacts({ exchange, operation }: Observation, { text }: Canonical) {
  const { path, headers, body } = exchange.request
  if (mediaType(headers) !== 'application/json' || !isCaptured(exchange, 'request-body')) return {}
  const names = headers.map(([name]) => name).filter((name) => name.toLowerCase() !== 'content-length')
  const told = JSON.stringify([operation.id, path, names, text])
  const unspelled = createHash('sha256').update(told).digest('base64')
  return plainlyWritten(body) === undefined ? { unspelled } : { unspelled, isRespelled: true as const }
}

function sharedAdditions(
  seen: Observation,
  acceptances: AcceptanceIndex,
  { text }: Canonical,
  { additions }: SharedFacts,
): readonly Addition[] {
  const key = `${seen.operation.schemas.request} ${text}`
  const found = additions.get(key) ?? additionsIn(seen, acceptances)
  additions.set(key, found)
  return found
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

/** Returns whether a request with a valid key and a violation got a 401 or 403: either may be the reason. */
export function isMaybeDenied({ responseClass, status, breach }: Trace): boolean {
  if (breach === undefined || breach.requirement === credentialBreach) return false
  return responseClass === 'rejected' && (status === 401 || status === 403)
}

/** Stands for the requirement if a violation is about the credential alone. */
export const credentialBreach = 'credential'

/** The response classes that may be a violation if the request is invalid. */
const blameable: readonly ResponseClass[] = ['accepted', 'unrecognised', 'errored', 'failed', 'busy']

/**
 * Returns the violation of a single-violation request. With several violations, it is unknown which one was enforced
 * (interpretation G8).
 */
function breachOf(seen: Observation, whole: Canonical): { breach?: TracedBreach } {
  const { violations } = seen.request
  if (!hasValidKey(seen)) return credentialBreachOf(seen.request, whole)
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
