import type { RecordedRequest } from '../model/exchange.ts'
import type { Cost, Operation } from '../model/operation.ts'
import type { Probe } from '../model/plan.ts'
import { areaOf, type Profile } from '../model/vocabulary.ts'
import { isAffordable } from '../plan/budget.ts'
import { acceptable, type Draft, numbered, rejectable } from '../plan/draft.ts'
import { documentLanguage } from '../plan/schema/language.ts'
import { digestOf, type Proved, prove, type Subject, subjectOf } from '../plan/subject.ts'
import { seedFor } from '../plan/values/seed.ts'
import { type ChosenRequests, chooseRequests, unlimited } from './choose.ts'
import type { PlanOptions } from './plan.ts'
import { respelled } from './respelled.ts'
import { spellingFor } from './spelling.ts'
import type { Control } from './violable-constraints.ts'
import { type Violating, violations } from './violate.ts'

/** The most requests of each kind per operation in a profile. */
interface Effort {
  /** Requests that should be accepted, in addition to the plain one. */
  readonly drawn: number
  /** Plain requests in other spellings, for an operation without parameters. */
  readonly spelled: number
}

export const efforts: Readonly<Record<Profile, Effort>> = {
  smoke: { drawn: 1, spelled: 0 },
  standard: { drawn: 48, spelled: 6 },
  thorough: { drawn: 160, spelled: 12 },
}

/** The valid requests of one operation. */
export interface RequestSource {
  readonly subject: Subject
  /** The plain request, as a value and as bytes. */
  readonly proved: Proved
  readonly plain: Draft
  /** Requests that should be accepted, in the order of sending. */
  readonly drawn: Draft[]
  /** The budget that is left for further ones. */
  left: Cost
  /** The drawn requests that follow; absent for an area that draws none. */
  readonly rest: Generator<ChosenRequests> | undefined
}

export async function sourcesFor(
  { catalogue, operations, seed, unsupported = [], language = documentLanguage }: PlanOptions,
  probes: readonly Probe[],
): Promise<RequestSource[]> {
  const sources: RequestSource[] = []
  for (const operation of catalogue.operations.filter(({ id }) => operations.includes(id))) {
    const subject = subjectOf(language, operation, catalogue, new Set(unsupported))
    const proved = provedPlain(subject)
    const arbitraries = await catalogue.drawing?.get(areaOf[operation.id])?.()
    const probed = new Set(probes.filter((probe) => probe.operation === operation.id).flatMap(({ aims }) => aims))
    const source: RequestSource = {
      ...{ subject, proved, plain: plainDraft(subject, proved), drawn: [], left: unlimited },
      rest: arbitraries && chooseRequests(subject, arbitraries, seed, proved, probed, () => source.left),
    }
    sources.push(source)
  }
  return sources
}

function provedPlain(subject: Subject): Proved {
  const [template] = subject.templates
  const proved = template && prove(subject, template.value)
  if (proved === undefined) throw new Error(`${subject.operation.id} has no plain request that is certainly valid`)
  return proved
}

function plainDraft(subject: Subject, proved: Proved): Draft {
  const id = `${subject.operation.id}/plain`
  return { planned: acceptable(subject, id, { kind: 'plain' }, proved), kind: 'plain' }
}

/** The most covered items that are recorded for a request. */
const mostCovers = 8

/** Draws the next request of an operation; `undefined` if there is none. `count` is its number among the drawn ones. */
export function drawNext(source: RequestSource, count: number, seed: number): Draft | undefined {
  const next = source.rest?.next()
  return next === undefined || next.done === true ? undefined : drawnDraft(source.subject, next.value, count, seed)
}

/** Returns the draft of a drawn request. Every second one has an unusual spelling. */
function drawnDraft(subject: Subject, { proved, covers }: ChosenRequests, count: number, seed: number): Draft {
  const { operation } = subject
  const spelling = count % 2 === 0 ? spellingFor(seedFor(seed, operation.id), count / 2 - 1) : undefined
  const request = spelling && respelled(operation, proved.request, spelling)
  const id = `${operation.id}/drawn/${numbered(count)}`
  const why = { kind: 'drawn', covers: covers.slice(0, mostCovers) } as const
  const planned = acceptable(subject, id, why, request === undefined ? proved : { ...proved, request })
  return { planned, kind: 'drawn' }
}

/** Returns the plain request of an operation without parameters, in other spellings. */
export function spelledDrafts(
  { subject, rest, proved }: RequestSource,
  { profile, seed }: PlanOptions,
): readonly Draft[] {
  if (rest !== undefined || subject.operation.schemas.request !== undefined) return []
  return Array.from({ length: efforts[profile].spelled }, (_, index): Draft => {
    const spelling = spellingFor(seedFor(seed, subject.operation.id), index)
    const request = respelled(subject.operation, proved.request, spelling) ?? proved.request
    const id = `${subject.operation.id}/spelled/${numbered(index + 1)}`
    return { planned: acceptable(subject, id, { kind: 'spelled' }, { ...proved, request }), kind: 'drawn' }
  })
}

export function controlsOf({ subject: { operation }, plain, drawn }: RequestSource): readonly Control[] {
  return [plain, ...drawn].map(({ planned: { id, request } }) => controlOf(operation, id, request))
}

export function controlOf(operation: Operation, id: string, request: RecordedRequest): Control {
  const value = operation.read(request)
  const isAsWritten = Buffer.compare(operation.write(value).body, request.body) === 0
  return { id, value, isAsWritten, price: operation.cost(value).images, size: request.body.length }
}

/**
 * Yields the violations of an operation. The first batch covers each requirement and constraint once; each further
 * batch contains one more violation.
 */
export function* violationDrafts(
  subject: Subject,
  controls: readonly Control[],
  { profile, seed }: Pick<PlanOptions, 'profile' | 'seed'>,
  prefix = '',
): Generator<readonly Draft[], undefined> {
  const { operation } = subject
  const met = new Set<string>()
  const draftOf = ({ broken, control }: Violating): readonly Draft[] => {
    const digest = digestOf(broken.request)
    if (met.has(digest) || !isAffordable(operation.cost(operation.read(broken.request)), profile)) return []
    met.add(digest)
    const name = broken.requirement.slice(broken.requirement.indexOf('.') + 1)
    const id = `${operation.id}/violation/${prefix}${numbered(met.size)}-${name}`
    const planned = rejectable(subject, id, broken, control.id)
    return [{ planned, kind: 'violation', control: control.id }]
  }
  const first: Draft[] = []
  let isFirst = true
  for (const violating of violations(subject, controls, seed)) {
    const draft = draftOf(violating)
    if (violating.round === 0) first.push(...draft)
    else {
      if (isFirst) yield first
      isFirst = false
      yield draft
    }
  }
  if (isFirst) yield first
  return undefined
}
