import type { Requirement } from '../model/requirement.ts'

/** What is promised of a requirement: its id for ever, its level and section until the changelog says otherwise. */
export interface PermanentId {
  readonly id: string
  readonly level: string
  readonly section: string
  /** It is no longer in the catalogue; its id is never used again. */
  readonly retired?: true
}

/** The list for the catalogue as it is: in the order in which they were promised, with what is gone marked as retired. Throws when a retired id is used again. */
export function permanentIds(
  requirements: readonly Requirement[],
  before: readonly PermanentId[],
): readonly PermanentId[] {
  const present = new Set(requirements.map(({ id }) => id))
  const revived = before.find(({ id, retired }) => retired && present.has(id))
  if (revived !== undefined) throw new Error(`${revived.id} was retired and cannot be used again: take another id`)
  const now = new Map<string, PermanentId>(requirements.map(({ id, level, section }) => [id, { id, level, section }]))
  const kept = before.flatMap(({ id }) => now.get(id) ?? [])
  const ids = new Set(before.map(({ id }) => id))
  const fresh = [...now.values()].filter(({ id }) => !ids.has(id))
  const gone = before.filter(({ id }) => !now.has(id)).map((one) => ({ ...one, retired: true as const }))
  return [...kept, ...fresh, ...gone]
}

/** The list as the file that is committed: one line an id, so that a change of it can be read. */
export function permanentIdsText(ids: readonly PermanentId[]): string {
  return `[\n${ids.map((one) => `  ${lineOf(one)}`).join(',\n')}\n]\n`
}

function lineOf(one: PermanentId): string {
  const members = Object.entries(one).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`)
  return `{ ${members.join(', ')} }`
}
