import { setImmediate } from 'node:timers/promises'
import { hasAwkwardText } from '../../core/model/awkward.ts'
import type { Cost } from '../../core/model/operation.ts'
import type { Probe } from '../../core/model/plan.ts'
import type { Catalogue } from '../../core/model/suite.ts'
import { areaOf, type Profile } from '../../core/model/vocabulary.ts'
import { isAffordable } from '../plan/budget.ts'
import { acceptable, type Draft, numbered, rejectable } from '../plan/draft.ts'
import { digestOf, type Subject } from '../plan/subject.ts'
import { seedFor } from '../plan/values/seed.ts'
import { type ChosenRequests, chooseRequests, unlimited } from './choose.ts'
import { clientDrafts } from './clients.ts'
import { enveloped, envelopesFor } from './envelopes.ts'
import type { PlainRequest } from './plan.ts'
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
  { catalogue, seed }: { readonly catalogue: Catalogue; readonly seed: number },
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
    const rest = chooseRequests({ subject, arbitraries, pool, random, plain: proved, probed }, () => source.left)
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
