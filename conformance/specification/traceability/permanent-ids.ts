import type { Requirement } from '../../core/model/requirement.ts'

/**
 * The guarantees for a requirement: its id is permanent, and its level and section only change with a changelog entry.
 */
export interface PermanentId {
  readonly id: string
  readonly level: string
  readonly section: string
  /** True if it is no longer in the catalogue. Its id is never reused. */
  readonly retired?: true
}

/**
 * Returns the list for the current catalogue in the order of publication. Removed requirements are marked as retired.
 * Throws if a retired id is reused.
 */
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

/** Returns the committed file with one id a line, so that diffs are readable. */
export function permanentIdsText(ids: readonly PermanentId[]): string {
  return `[\n${ids.map((one) => `  ${lineOf(one)}`).join(',\n')}\n]\n`
}

function lineOf(one: PermanentId): string {
  const members = Object.entries(one).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`)
  return `{ ${members.join(', ')} }`
}
