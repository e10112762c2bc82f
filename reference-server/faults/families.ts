import type { Endpoint } from '../../conformance/core/model/vocabulary.ts'
import type { RequirementId } from '../../conformance/specification/catalogue.ts'
import { type SentenceId, type SentenceKind, sentences } from '../../schemas/index.ts'
import type { IncomingRequest } from '../incoming-request.ts'
import type { Fault } from './fault.ts'
import { limitedTo } from './limited.ts'

/** Faults for sentences of the schemas that need a different fault from the default one. */
export type FaultOverrides = { readonly [Id in SentenceId]?: (id: Id) => Fault }

/** Returns for each rule in an area's schemas a server that does not enforce it. */
export function overlooksEach(area: string, otherwise: FaultOverrides = {}): readonly Fault[] {
  return sentencesOf(area, 'rejection').map((id) => faultOf(id, otherwise, overlooks))
}

/** Returns for each accepted feature in an area's schemas a server that rejects it. */
export function rejectsEach(area: string, otherwise: FaultOverrides = {}): readonly Fault[] {
  return sentencesOf(area, 'acceptance').map((id) => faultOf(id, otherwise, rejectsUse))
}

export function sentencesOf(area: string, kind: SentenceKind): readonly SentenceId[] {
  return sentences()
    .filter((one) => one.area === area && one.kind === kind)
    .map(({ id }) => id)
}

function faultOf(id: SentenceId, otherwise: FaultOverrides, usual: (id: SentenceId) => Fault): Fault {
  const own = otherwise[id] as ((id: SentenceId) => Fault) | undefined
  return (own ?? usual)(id)
}

/** Makes a server that does not enforce one rejection requirement. */
export function overlooks(id: RequirementId): Fault {
  return {
    id: `overlook:${id}`,
    derivedFrom: 'rule',
    breaks: [id],
    behaviour: 'Accepts requests that violate the rule.',
    overlook: ({ requirement }) => requirement === id,
  }
}

/** Makes a server that rejects one listed feature. */
export function rejectsUse(id: RequirementId): Fault {
  return {
    id: `reject:${id}`,
    derivedFrom: 'rule',
    breaks: [id],
    behaviour: 'Rejects requests with the feature.',
    reject: ({ validation: { violations, uses } }) =>
      violations.length === 0 && uses.some((use) => use.requirement === id),
  }
}

/** Makes a server that rejects the plain request of an operation, which uses no optional feature. */
export function rejectsPlain(id: RequirementId, isMeant: (request: IncomingRequest) => boolean): Fault {
  return {
    id: `reject:${id}`,
    derivedFrom: 'rule',
    breaks: [id],
    behaviour: 'Rejects the plain request.',
    reject: (request) => isMeant(request) && request.validation.uses.length === 0,
  }
}

/** Makes a server whose JSON parser accepts neither escaped letters nor white space. */
export function rejectsSpelling(id: RequirementId, isMeant: (request: IncomingRequest) => boolean): Fault {
  return {
    id: `reject:${id}`,
    derivedFrom: 'rule',
    breaks: [id],
    behaviour: 'Rejects JSON with escaped letters, or with white space around it.',
    reject: (request) =>
      isMeant(request) &&
      request.validation.violations.length === 0 &&
      /\\u00[4-7]|^\s|\s$/.test(request.spelling.json),
  }
}

/**
 * Makes a server that rejects requests with three listed features, none of them inside another. Two features are not
 * enough, because one may require the other; for example, only one model supports some sizes.
 */
export function rejectsCombination(id: RequirementId, isMeant: (request: IncomingRequest) => boolean): Fault {
  return {
    id: `reject:${id}`,
    derivedFrom: 'rule',
    breaks: [id],
    behaviour: 'Rejects requests with three features.',
    reject: (request) => isMeant(request) && placesApart(request) >= 3,
  }
}

function placesApart({ validation }: IncomingRequest): number {
  const places = new Set(validation.uses.map(({ pointer }) => pointer))
  return [...places].filter((place) => ![...places].some((other) => place.startsWith(`${other}/`))).length
}

/** Makes a server that accepts requests with one kind of invalid credential. */
export function admits(
  id: RequirementId,
  kind: 'missing' | 'unknown' | 'other-scheme',
  isMeant: (request: IncomingRequest) => boolean,
): Fault {
  return {
    id: `overlook:${id}`,
    derivedFrom: 'rule',
    breaks: [id],
    behaviour: 'Accepts requests with such a credential.',
    admit: (request) => isMeant(request) && credentialKind(request) === kind,
  }
}

/** Makes a server that checks the key only once on each connection (interpretation G17). */
export function remembersKey(id: string, breaks: Fault['breaks'], on: readonly Endpoint[]): Fault {
  return {
    id,
    breaks,
    on,
    admit: ({ endpoint, connection }) => on.includes(endpoint) && connection?.isKnown === true,
  }
}

function credentialKind({ presented, token }: IncomingRequest): 'missing' | 'unknown' | 'other-scheme' | 'good' {
  if (presented.kind === 'none') return 'missing'
  if (presented.kind === 'other-scheme') return 'other-scheme'
  return token === undefined ? 'unknown' : 'good'
}

/** Makes a server that accepts each of two listed features, but not both in one request. */
export function rejectsTogether(id: RequirementId, [one, other]: readonly [RequirementId, RequirementId]): Fault {
  return {
    id: `reject:${id}`,
    derivedFrom: 'rule',
    breaks: [id],
    behaviour: 'Rejects requests with both of two features that it accepts alone.',
    reject: ({ validation: { uses } }) => uses.some(isOf(one)) && uses.some(isOf(other)),
  }
}

function isOf(id: string): (use: { readonly requirement: string }) => boolean {
  return ({ requirement }) => requirement === id
}

/** Members that a server can require on each operation, and the requirement that this violates. */
const wanted: readonly (readonly [Endpoint, RequirementId, readonly string[]])[] = [
  ['images.generate', 'images.generate-plain-request-accepted', ['model', 'n', 'size', 'response_format', 'user']],
  ['images.edit', 'images.edit-plain-request-accepted', ['n', 'size', 'response_format', 'user']],
  ['images.variation', 'images.variation-plain-request-accepted', ['n', 'size', 'response_format', 'user']],
  ['content.generate', 'content.plain-request-accepted', ['generationConfig', 'safetySettings', 'systemInstruction']],
  ['content.stream', 'content.plain-request-accepted', ['generationConfig', 'safetySettings']],
  [
    'messages.create',
    'messages.plain-request-accepted',
    ['system', 'metadata', 'stop_sequences', 'temperature', 'top_k', 'top_p'],
  ],
  ['messages.stream', 'messages.stream-plain-request-accepted', ['system', 'temperature']],
]

/** Servers that reject every request without a certain optional member. */
export const requiredMemberFaults: readonly Fault[] = wanted.flatMap(([endpoint, id, members]) =>
  members.map((member) => wants(endpoint, member, id)),
)

function wants(endpoint: Endpoint, member: string, id: RequirementId): Fault {
  return limitedTo(endpoint, {
    id: `want:${endpoint}/${member}`,
    breaks: [id],
    behaviour: `Rejects requests to ${endpoint} without \`${member}\`.`,
    reject: (request) => request.validation.violations.length === 0 && lacks(request, member),
  })
}

function lacks({ value: { body } }: IncomingRequest, member: string): boolean {
  const spellings = [member, member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]
  return typeof body === 'object' && body !== null && !spellings.some((spelling) => Object.hasOwn(body, spelling))
}
