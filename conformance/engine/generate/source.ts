import { setImmediate } from 'node:timers/promises'
import { member } from '../../../schemas/json.ts'
import type { AreaArbitraries, ClientRequest } from '../../core/model/arbitraries.ts'
import { hasAwkwardText } from '../../core/model/awkward.ts'
import { chunkedFraming, noOffer, withBeta } from '../../core/model/envelope.ts'
import type { HeaderLine, RecordedRequest } from '../../core/model/exchange.ts'
import type { Cost, Operation, RequestValue } from '../../core/model/operation.ts'
import type { Probe } from '../../core/model/plan.ts'
import type { Catalogue } from '../../core/model/suite.ts'
import { areaOf, type Profile } from '../../core/model/vocabulary.ts'
import { formatsOf } from '../../core/wire/codings.ts'
import { isAffordable } from '../plan/budget.ts'
import { acceptable, type Draft, numbered, rejectable } from '../plan/draft.ts'
import { isSame } from '../plan/schema/json.ts'
import { digestOf, prove, type Subject } from '../plan/subject.ts'
import { seedFor } from '../plan/values/seed.ts'
import { type ChosenRequests, chooseRequests, unlimited } from './choose.ts'
import type { PlainRequest } from './plan-options.ts'
import { newRequestPool, type RequestPool } from './pool.ts'
import { randomFrom } from './random.ts'
import { respelled } from './respelled.ts'
import { spellingFor } from './spelling.ts'
import { type Control, controlOf } from './violable-constraints.ts'
import { type Violating, violations } from './violate.ts'

/** The valid requests of one operation. */
export interface RequestSource extends PlainRequest {
  /** Requests as clients send them. They are sent first. */
  readonly clients: readonly Draft[]
  /** Requests that should be accepted, in the order of sending. */
  readonly drawn: Draft[]
  /** The budget that is left for further ones. */
  left: Cost
  /** The drawn requests that follow; absent for an area that draws none. */
  readonly rest: Generator<ChosenRequests | undefined> | undefined
}

/** Returns the source of each operation. Operations with the same schema choose from the same pool. */
export async function sourcesOf(
  plain: readonly PlainRequest[],
  probes: readonly Probe[],
  { catalogue, seed, profile }: { readonly catalogue: Catalogue; readonly seed: number; readonly profile: Profile },
): Promise<readonly RequestSource[]> {
  const pools = new Map<string, RequestPool>()
  const sources: RequestSource[] = []
  for (const one of plain) {
    const { subject, proved } = one
    const { id, schemas } = subject.operation
    const arbitraries = await catalogue.drawing?.get(areaOf[id])?.()
    const probed = new Set(probes.filter(({ operation }) => operation === id).flatMap(({ aims }) => aims))
    const clients = arbitraries === undefined ? [] : clientDrafts(subject, arbitraries, proved.value)
    const source: RequestSource = { ...one, clients, drawn: [], left: unlimited, rest: undefined }
    if (arbitraries === undefined || schemas.request === undefined) {
      sources.push(source)
      continue
    }
    const name = schemas.request
    const pool =
      pools.get(name) ??
      newRequestPool({ subject, arbitraries, seed: seedFor(seed, name), plain: proved.value, probed })
    pools.set(name, pool)
    const random = randomFrom(seedFor(seed, id))
    // A smoke run has few requests, and needs their features.
    const isPaired = profile !== 'smoke'
    const choosing = { subject, arbitraries, pool, random, plain: proved, probed, isPaired }
    const rest = chooseRequests(choosing, () => source.left)
    sources.push(Object.assign(source, { rest }))
  }
  return sources
}

/** The most covered items that are recorded for a request. */
const mostCovers = 8

/** Draws the next request of an operation; `undefined` if there is none. `count` is its number among the drawn ones. */
export async function drawNext(
  { rest, subject }: RequestSource,
  count: number,
  seed: number,
): Promise<Draft | undefined> {
  for (;;) {
    // Responses have to be read, and times measured, while requests are drawn.
    await setImmediate()
    const next = rest?.next()
    if (next === undefined || next.done === true) return undefined
    if (next.value !== undefined) return drawnDraft(subject, next.value, count, seed)
  }
}

/** Returns the draft of a drawn request: each in the next envelope, and every second one in an unusual spelling. */
function drawnDraft(subject: Subject, { proved, covers }: ChosenRequests, count: number, seed: number): Draft {
  const { operation } = subject
  const spelling = count % 2 === 0 ? spellingFor(seedFor(seed, operation.id), count / 2 - 1) : undefined
  const spelled = spelling && respelled(operation, proved.request, spelling)
  const request = enveloped(operation, spelled ?? proved.request, seed, count - 1)
  const id = `${operation.id}/drawn/${numbered(count)}`
  const why = { kind: 'drawn', covers: covers.slice(0, mostCovers) } as const
  const planned = acceptable(subject, id, why, { ...proved, request })
  return { planned, kind: 'drawn' }
}

/** Returns the plain request of an operation without parameters, in other spellings and then in each envelope. */
export function spelledDrafts({ subject, rest, proved }: RequestSource, count: number, seed: number): readonly Draft[] {
  const { operation } = subject
  if (count === 0 || rest !== undefined || operation.schemas.request !== undefined) return []
  const own = seedFor(seed, operation.id)
  const written = [
    ...numbersBelow(count).map((number) => respelled(operation, proved.request, spellingFor(own, number))),
    ...envelopesFor(operation, seed).map((_, number) => enveloped(operation, proved.request, seed, number)),
  ]
  return written.map((request = proved.request, index): Draft => {
    const id = `${operation.id}/spelled/${numbered(index + 1)}`
    return { planned: acceptable(subject, id, { kind: 'spelled' }, { ...proved, request }), kind: 'drawn' }
  })
}

function numbersBelow(count: number): readonly number[] {
  return Array.from({ length: count }, (_, number) => number)
}

/** Returns the requests of an operation that violations can be built on. With awkward texts they would prove nothing. */
export function controlsOf({ subject: { operation }, plain, drawn }: RequestSource): readonly Control[] {
  return [plain, ...drawn]
    .map(({ planned: { id, request } }) => controlOf(operation, id, request))
    .filter(({ value }) => !hasAwkwardText(value))
}

/** A draft of a violation. In round 0, each violates a new requirement. */
export interface ViolationDraft {
  readonly draft: Draft
  readonly round: number
}

/** Yields the violations of an operation. Those of the first rounds violate each requirement and constraint once. */
export function* violationDrafts(
  subject: Subject,
  controls: readonly Control[],
  { profile, seed }: { readonly profile: Profile; readonly seed: number },
  prefix = '',
): Generator<ViolationDraft> {
  const { operation } = subject
  const met = new Set<string>()
  const random = randomFrom(seedFor(seed, `${operation.id} violations`))
  for (const { broken, control, round } of violations(subject, controls, random)) {
    const digest = digestOf(broken.request)
    if (met.has(digest) || !isAffordable(operation.cost(operation.read(broken.request)), profile)) continue
    met.add(digest)
    yield { draft: draftOf(subject, { broken, control }, `${prefix}${numbered(met.size)}`), round }
  }
}

function draftOf(subject: Subject, { broken, control }: Omit<Violating, 'round'>, number: string): Draft {
  const name = broken.requirement.slice(broken.requirement.indexOf('.') + 1)
  const id = `${subject.operation.id}/violation/${number}-${name}`
  return { planned: rejectable(subject, id, broken, control.id), kind: 'violation', control: control.id }
}

/**
 * Returns an operation's requests as clients send them, without those that need a capability which the vendor declares
 * absent. The parts beside the body are those of the plain request.
 */
function clientDrafts(subject: Subject, { clients = [] }: AreaArbitraries, plain: RequestValue): readonly Draft[] {
  const { id } = subject.operation
  const isFor = ({ on }: ClientRequest) => on === undefined || on.includes(id)
  return clients.filter(isFor).flatMap(({ id: name, shows, body }): readonly Draft[] => {
    const value = { ...plain, body: { ...body, ...streaming(plain) } }
    const proved = prove(subject, value)
    if (proved === undefined) return []
    const why = { kind: 'drawn', covers: [shows] } as const
    return [{ planned: acceptable(subject, `${id}/client/${name}`, why, proved), kind: 'drawn' }]
  })
}

/** Returns the member that asks for a stream, if the plain request has it. */
function streaming({ body }: RequestValue): object {
  const stream = member(body, 'stream')
  return stream === undefined ? {} : { stream }
}

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
