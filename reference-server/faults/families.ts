import type { RequirementId } from '../../conformance/catalogue.ts'
import type { Ask } from '../ask.ts'
import type { Fault } from './fault.ts'

/** A server that does not enforce what one refusal requirement speaks about. */
export function overlooks(id: RequirementId): Fault {
  return { id: `overlook:${id}`, breaks: [id], overlook: ({ requirement }) => requirement === id }
}

/** A server that refuses one listed use. */
export function refusesUse(id: RequirementId): Fault {
  return { id: `refuse:${id}`, breaks: [id], refuse: ({ validation }) => validation.uses.some((use) => use.requirement === id) }
}

/** A server that refuses the plain request of an operation: one that makes use of nothing. */
export function refusesPlain(id: RequirementId, isMeant: (ask: Ask) => boolean): Fault {
  return { id: `refuse:${id}`, breaks: [id], refuse: (ask) => isMeant(ask) && ask.validation.uses.length === 0 }
}

/** A server that refuses two listed uses in one request, unless one stands inside the other. */
export function refusesCombination(id: RequirementId, isMeant: (ask: Ask) => boolean): Fault {
  return { id: `refuse:${id}`, breaks: [id], refuse: (ask) => isMeant(ask) && hasTwoUses(ask) }
}

function hasTwoUses({ validation }: Ask): boolean {
  const { uses } = validation
  return uses.some((one, index) => uses.slice(index + 1).some((other) => areApart(one.pointer, other.pointer)))
}

function areApart(one: string, other: string): boolean {
  return one !== other && !one.startsWith(`${other}/`) && !other.startsWith(`${one}/`)
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
