import type { Selection } from '../../evidence/frame.ts'
import type { Requirement } from '../../model/requirement.ts'
import { type Area, type Capability, capabilities, type Endpoint, endpoints } from '../../model/vocabulary.ts'
import { matchesGlob } from '../glob.ts'

/** The area that each operation belongs to. */
export const areaOf: Readonly<Record<Endpoint, Area>> = {
  'images.generate': 'images',
  'images.edit': 'images',
  'images.variation': 'images',
  'usage.token': 'token-usage',
  'content.generate': 'content-generation',
  'content.stream': 'content-generation',
  'messages.create': 'messages',
  'messages.stream': 'messages',
}

/** What a selection declares absent, as far as the suite knows it and the areas ask for it. */
export function declaredIn({ areas, unsupported }: Selection): readonly (Endpoint | Capability)[] {
  const own = endpoints.filter((endpoint) => areas.includes(areaOf[endpoint]))
  const known: readonly (Endpoint | Capability)[] = [...own, ...capabilities]
  return known.filter((one) => unsupported.includes(one))
}

/** Why a requirement does not apply to a run with that selection; `undefined` when it does. */
export function exclusionBy({
  areas,
  requirements,
  unsupported,
}: Selection): (requirement: Requirement) => string | undefined {
  return ({ id, endpoint, alsoOn = [], capability }) => {
    if (!areas.includes(areaOf[endpoint])) return `the run was limited to ${areas.join(', ')}`
    if (requirements.length > 0 && !requirements.some((glob) => matchesGlob(glob, id)))
      return `the run was limited to ${requirements.join(', ')}`
    if ([endpoint, ...alsoOn].every((one) => unsupported.includes(one))) return `the vendor declares ${endpoint} absent`
    if (capability !== undefined && unsupported.includes(capability)) return `the vendor declares ${capability} absent`
    return undefined
  }
}
