import type { RequirementId } from '../../conformance/catalogue.ts'
import type { Ask } from '../ask.ts'
import type { Fault } from './fault.ts'

/** A server that does not enforce what one refusal requirement speaks about. */
export function overlooks(id: RequirementId): Fault {
  return { id: `overlook:${id}`, breaks: [id], overlook: ({ requirement }) => requirement === id }
}

/** A server that refuses one listed use. */
export function refusesUse(id: RequirementId): Fault {
  return {
    id: `refuse:${id}`,
    breaks: [id],
    refuse: ({ validation: { violations, uses } }) =>
      violations.length === 0 && uses.some((use) => use.requirement === id),
  }
}

/** A server that refuses the plain request of an operation: one that makes use of nothing. */
export function refusesPlain(id: RequirementId, isMeant: (ask: Ask) => boolean): Fault {
  return { id: `refuse:${id}`, breaks: [id], refuse: (ask) => isMeant(ask) && ask.validation.uses.length === 0 }
}

/**
 * A server that refuses three listed uses in one request, none of them inside another. Two may be a use and what it
 * cannot do without, such as a size and the only model that has it: no combination.
 */
export function refusesCombination(id: RequirementId, isMeant: (ask: Ask) => boolean): Fault {
  return { id: `refuse:${id}`, breaks: [id], refuse: (ask) => isMeant(ask) && placesApart(ask) >= 3 }
}

function placesApart({ validation }: Ask): number {
  const places = new Set(validation.uses.map(({ pointer }) => pointer))
  return [...places].filter((place) => ![...places].some((other) => place.startsWith(`${other}/`))).length
}

/** A server that lets in requests without a key, or with one it does not know. */
export function admits(
  id: RequirementId,
  kind: 'missing' | 'unknown' | 'other-scheme',
  isMeant: (ask: Ask) => boolean,
): Fault {
  return { id: `overlook:${id}`, breaks: [id], admit: (ask) => isMeant(ask) && credentialKind(ask) === kind }
}

function credentialKind({ presented, token }: Ask): 'missing' | 'unknown' | 'other-scheme' | 'good' {
  if (presented.kind === 'none') return 'missing'
  if (presented.kind === 'other-scheme') return 'other-scheme'
  return token === undefined ? 'unknown' : 'good'
}

/**
 * Faults that refuse valid requests, shown now and then: what a request was refused for, nobody can tell from one
 * refusal, and anything that the request makes use of may be blamed.
 */
export function blamingAny(refusing: readonly Fault[], others: readonly RequirementId[] = []): readonly Fault[] {
  const mayBreak = [...refusing.flatMap(({ breaks }) => breaks), ...others]
  return refusing.map((fault) => ({ ...fault, mayBreak }))
}
