import type { Use } from '../../../../schemas/index.ts'
import type { AcceptanceRequirement } from '../../../core/model/requirement.ts'
import type { Catalogue } from '../../../core/model/suite.ts'

/** The acceptance requirements of a catalogue by id, to follow `dependsOn`. */
export type AcceptanceIndex = ReadonlyMap<string, AcceptanceRequirement>

export function cannotOccurWithout(one: Use, other: Use, index: AcceptanceIndex): boolean {
  if (one.requirement === other.requirement) return false
  return one.pointer.startsWith(`${other.pointer}/`) || dependsOn(one.requirement, other.requirement, index)
}

function dependsOn(id: string, wanted: string, index: AcceptanceIndex, met = new Set<string>()): boolean {
  if (met.has(id)) return false
  met.add(id)
  const direct = index.get(id)?.dependsOn ?? []
  return direct.includes(wanted) || direct.some((next) => dependsOn(next, wanted, index, met))
}

export function acceptancesOf({ requirements }: Catalogue): AcceptanceIndex {
  return new Map(requirements.flatMap((one) => (one.kind === 'acceptance' ? [[one.id, one] as const] : [])))
}
