import type { RequirementId } from '../../conformance/catalogue.ts'
import type { Endpoint } from '../../conformance/model/vocabulary.ts'
import { type SentenceId, type SentenceKind, sentences } from '../../schemas/index.ts'
import type { IncomingRequest } from '../incoming-request.ts'
import type { Fault } from './fault.ts'

/** How the server breaks sentences of the schemas that their family does not fit. */
export type Otherwise = { readonly [Id in SentenceId]?: (id: Id) => Fault }

/** A server for each rule that the schemas of an area express, and that it does not enforce. */
export function overlooksEach(area: string, otherwise: Otherwise = {}): readonly Fault[] {
  return sentencesOf(area, 'rejection').map((id) => faultOf(id, otherwise, overlooks))
}

/** A server for each thing that the schemas of an area list as accepted, and that it rejects. */
export function rejectsEach(area: string, otherwise: Otherwise = {}): readonly Fault[] {
  return sentencesOf(area, 'acceptance').map((id) => faultOf(id, otherwise, rejectsUse))
}

/** The ids of what the schemas of an area say is rejected, or accepted. */
export function sentencesOf(area: string, kind: SentenceKind): readonly SentenceId[] {
  return sentences()
    .filter((one) => one.area === area && one.kind === kind)
    .map(({ id }) => id)
}

function faultOf(id: SentenceId, otherwise: Otherwise, usual: (id: SentenceId) => Fault): Fault {
  const own = otherwise[id] as ((id: SentenceId) => Fault) | undefined
  return (own ?? usual)(id)
}

/** A server that does not enforce what one rejection requirement speaks about. */
export function overlooks(id: RequirementId): Fault {
  return { id: `overlook:${id}`, breaks: [id], overlook: ({ requirement }) => requirement === id }
}

/** A server that rejects one listed use. */
export function rejectsUse(id: RequirementId): Fault {
  return {
    id: `refuse:${id}`,
    breaks: [id],
    reject: ({ validation: { violations, uses } }) =>
      violations.length === 0 && uses.some((use) => use.requirement === id),
  }
}

/** A server that rejects the plain request of an operation: one that makes use of nothing. */
export function rejectsPlain(id: RequirementId, isMeant: (request: IncomingRequest) => boolean): Fault {
  return {
    id: `refuse:${id}`,
    breaks: [id],
    reject: (request) => isMeant(request) && request.validation.uses.length === 0,
  }
}

/**
 * A server that rejects three listed uses in one request, none of them inside another. Two may be a use and what it
 * cannot do without, such as a size and the only model that has it: no combination.
 */
export function rejectsCombination(id: RequirementId, isMeant: (request: IncomingRequest) => boolean): Fault {
  return { id: `refuse:${id}`, breaks: [id], reject: (request) => isMeant(request) && placesApart(request) >= 3 }
}

function placesApart({ validation }: IncomingRequest): number {
  const places = new Set(validation.uses.map(({ pointer }) => pointer))
  return [...places].filter((place) => ![...places].some((other) => place.startsWith(`${other}/`))).length
}

/** A server that lets in requests without a key, or with one it does not know. */
export function admits(
  id: RequirementId,
  kind: 'missing' | 'unknown' | 'other-scheme',
  isMeant: (request: IncomingRequest) => boolean,
): Fault {
  return {
    id: `overlook:${id}`,
    breaks: [id],
    admit: (request) => isMeant(request) && credentialKind(request) === kind,
  }
}

/** A server that asks for the key once on each connection (interpretation G17). */
export function remembersKey(id: string, breaks: Fault['breaks'], on: readonly Endpoint[]): Fault {
  return {
    ...{ id, breaks, on },
    admit: ({ endpoint, connection }) => on.includes(endpoint) && connection?.isKnown === true,
  }
}

function credentialKind({ presented, token }: IncomingRequest): 'missing' | 'unknown' | 'other-scheme' | 'good' {
  if (presented.kind === 'none') return 'missing'
  if (presented.kind === 'other-scheme') return 'other-scheme'
  return token === undefined ? 'unknown' : 'good'
}

/**
 * Faults that reject valid requests, shown now and then: what a request was rejected for, nobody can tell from one
 * rejection, and anything that the request makes use of may be blamed.
 */
export function blamingAny(rejecting: readonly Fault[], others: readonly RequirementId[] = []): readonly Fault[] {
  const mayBreak = [...rejecting.flatMap(({ breaks }) => breaks), ...others]
  return rejecting.map((fault) => ({ ...fault, mayBreak }))
}
