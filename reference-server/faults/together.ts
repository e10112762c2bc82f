import type { RequirementId } from '../../conformance/catalogue.ts'
import type { Fault } from './fault.ts'

/** Makes a server that accepts each of two listed features, but not both in one request. */
export function rejectsTogether(id: RequirementId, [one, other]: readonly [RequirementId, RequirementId]): Fault {
  return {
    id: `refuse:${id}`,
    breaks: [id],
    reject: ({ validation: { uses } }) => uses.some(isOf(one)) && uses.some(isOf(other)),
  }
}

function isOf(id: string): (use: { readonly requirement: string }) => boolean {
  return ({ requirement }) => requirement === id
}
