import type { Exchange, RecordedRequest, ResponseHead } from '../../core/model/exchange.ts'
import { isComplete2xx, isRedirect, type ResponseClass } from '../../core/model/observation.ts'
import type { Operation } from '../../core/model/operation.ts'
import type { Endpoint } from '../../core/model/vocabulary.ts'
import type { SentAs, Why } from '../../core/model/why.ts'
import type { Seen } from './driving-judge.ts'
import { mostKept } from './sent-requests.ts'
import { newSettledErrors, type SettledErrors } from './settled-errors.ts'

/** A valid request that the target accepted. Violations can be built on it. */
export interface AcceptedCase {
  readonly id: string
  readonly request: RecordedRequest
}

/** The facts about a response that are kept. */
export interface Arrived {
  readonly as: SentAs
  readonly request: RecordedRequest
  readonly exchange: Exchange
  readonly seen: Seen | undefined
  /** True if its server error is final: waiting would not change it. */
  readonly isSettled: boolean
}

/** The facts that the responses of a run have shown about its target. Only `note` and `noteRejected` add to them. */
export interface Learned {
  /** Adds the facts that a response shows. */
  note(arrived: Arrived): void
  noteRejected(caseId: string): void
  /** The accepted valid request of an operation with the fewest features; the first one wins a tie. */
  baseOf(operation: Endpoint): RecordedRequest | undefined
  acceptedOf(operation: Endpoint): readonly AcceptedCase[]
  acceptedUses(operation: Endpoint): ReadonlySet<string>
  /** Returns whether the valid request of a case was rejected, and no attempt of it accepted since. */
  isRejected(caseId: string): boolean
  /**
   * Returns why another request of an operation is pointless: its streams do not end, it redirects every request, or
   * the target answers every operation with server errors. `undefined` if it is not. An operation that fails beside
   * others is tested as planned, so that a list of known failures with it leaves nothing undecided.
   */
  hopelessAt(request: RecordedRequest): 'endless' | 'redirected' | 'failing' | undefined
  /** A request that the target answered, preferably one that costs nothing. It shows whether the target is still there. */
  readonly answered: RecordedRequest | undefined
  /**
   * Returns the last request of each operation that got a 401 or 403 although its key was accepted before, and forgets
   * them.
   */
  takeDenied(): readonly (readonly [Endpoint, RecordedRequest])[]
  readonly settled: SettledErrors
}

/** An accepted request that others are compared with. */
interface Base {
  readonly request: RecordedRequest
  /** The number of features it uses. */
  readonly uses: number
}

interface State {
  readonly operations: readonly Operation[]
  readonly bases: Map<Endpoint, Base>
  readonly accepted: Map<Endpoint, AcceptedCase[]>
  readonly uses: Map<Endpoint, Set<string>>
  readonly rejected: Set<string>
  /** The number of streams that did not end in time, by operation. */
  readonly unended: Map<Endpoint, number>
  /** The number of final server errors, by operation; negative once it gave another answer. */
  readonly failing: Map<Endpoint, number>
  /** The number of final redirects, by operation; negative once it gave another answer. */
  readonly redirected: Map<Endpoint, number>
  readonly denied: Map<Endpoint, RecordedRequest>
  answered: { readonly request?: RecordedRequest; readonly isFree?: boolean }
}

export function newLearned(operations: readonly Operation[]): Learned {
  const state: State = {
    operations,
    bases: new Map(),
    accepted: new Map(),
    uses: new Map(),
    rejected: new Set(),
    unended: new Map(),
    failing: new Map(),
    redirected: new Map(),
    denied: new Map(),
    answered: {},
  }
  return {
    note: (arrived) => {
      const operation = operations.find((one) => one.matches(arrived.request))
      noteAccepted(state, arrived, arrived.seen?.operation ?? operation)
      noteAnswered(state, arrived)
      if (operation === undefined) return
      noteUnended(state, arrived, operation)
      noteFinal(state.failing, arrived, operation, ({ status }) => status >= 500)
      noteFinal(state.redirected, arrived, operation, ({ status }) => isRedirect(status))
      noteDenied(state, arrived, operation)
    },
    noteRejected: (caseId) => void state.rejected.add(caseId),
    baseOf: (operation) => state.bases.get(operation)?.request,
    acceptedOf: (operation) => state.accepted.get(operation) ?? [],
    acceptedUses: (operation) => state.uses.get(operation) ?? nothing,
    isRejected: (caseId) => state.rejected.has(caseId),
    hopelessAt: (request) => hopelessAt(state, request),
    get answered() {
      return state.answered.request
    },
    takeDenied: () => {
      const denied = [...state.denied]
      state.denied.clear()
      return denied
    },
    settled: newSettledErrors(),
  }
}

const nothing: ReadonlySet<string> = new Set()

function noteAccepted(state: State, { as, request, seen }: Arrived, operation: Operation | undefined): void {
  if (!isComplete2xx(seen?.responseClass) || operation === undefined || isMeantToBeRejected(seen)) return
  const { bases, accepted, rejected } = state
  const { caseId, why } = as
  rejected.delete(caseId)
  // Once a required member is named in every later request, the plain request can be a control request again.
  if (why.kind === 'named' || why.kind === 'form') rejected.delete(why.of)
  if (controls.includes(why.kind) && request.body.length <= mostKept)
    accepted.set(operation.id, [...(accepted.get(operation.id) ?? []), { id: caseId, request }])
  const known = bases.get(operation.id)
  const used = seen?.request?.uses ?? []
  const met = state.uses.get(operation.id) ?? new Set()
  state.uses.set(operation.id, met)
  for (const { requirement } of used) met.add(requirement)
  if (known === undefined || used.length < known.uses) bases.set(operation.id, { request, uses: used.length })
}

/** The kinds of requests that can be control requests. A probe's request cannot: it may need the steps before it. */
const controls: readonly Why['kind'][] = ['plain', 'drawn', 'spelled', 'named', 'smaller']

function noteAnswered(state: State, { request, exchange: { response }, seen }: Arrived): void {
  if (response === null || request.body.length > mostKept) return
  const isFree = seen?.responseClass === 'rejected' || seen?.responseClass === 'denied'
  if (state.answered.request === undefined || (isFree && !state.answered.isFree)) state.answered = { request, isFree }
}

function noteDenied({ bases, denied }: State, { request, exchange: { response }, seen }: Arrived, { id }: Operation) {
  if (response?.status !== 401 && response?.status !== 403) return
  if (seen?.request?.credential?.kind === 'valid' && bases.has(id)) denied.set(id, request)
}

function noteUnended({ bases, unended }: State, { exchange: { response, ended } }: Arrived, operation: Operation) {
  if (response === null || response.chunks.length === 0 || (ended !== 'timeout' && ended !== 'too-large')) return
  if (operation.streams !== true || bases.has(operation.id)) return
  unended.set(operation.id, (unended.get(operation.id) ?? 0) + 1)
}

/** Counts the final answers of one kind that an operation gives to every request. */
function noteFinal(
  counts: Map<Endpoint, number>,
  { exchange: { response }, isSettled }: Arrived,
  { id }: Operation,
  isOfKind: (head: ResponseHead) => boolean,
): void {
  if (response === null) return
  if (!isOfKind(response)) counts.set(id, Number.NEGATIVE_INFINITY)
  else if (isSettled) counts.set(id, (counts.get(id) ?? 0) + 1)
}

/** The unending streams of one operation that show that it ends none. Each takes as long as an exchange may. */
const mostUnended = 3

/** The most final server errors of one operation while no operation answers with anything else, or final redirects. */
const mostFailing = 12

function hopelessAt({ operations, unended, failing, redirected }: State, request: RecordedRequest) {
  if (unended.size + failing.size + redirected.size === 0) return undefined
  const operation = operations.find((one) => one.matches(request))
  if (operation === undefined) return undefined
  if ((unended.get(operation.id) ?? 0) >= mostUnended) return 'endless'
  if ((redirected.get(operation.id) ?? 0) >= mostFailing) return 'redirected'
  const servesNone = [...failing.values()].every((count) => count > 0)
  return servesNone && (failing.get(operation.id) ?? 0) >= mostFailing ? 'failing' : undefined
}

/** Returns whether a request should be rejected: it violates something, or has no valid key. */
export function isMeantToBeRejected(seen: Seen | undefined): boolean {
  const { violations = [], credential } = seen?.request ?? {}
  if (violations.length > 0) return true
  if (credential === undefined || credential.kind === 'valid') return false
  return credential.kind !== 'open' || credential.elsewhere === undefined
}

export function isRejectedOrFailed(responseClass: ResponseClass | undefined): boolean {
  return responseClass === 'rejected' || responseClass === 'failed'
}
