import type { Requirement } from '../../core/model/requirement.ts'
import { type Edition, type Frozen, frozenIn } from './edition.ts'

/** A requirement that differs between two sets; a side without it is `undefined`. */
export interface EditionChange {
  readonly id: string
  readonly before: Frozen | undefined
  readonly after: Frozen | undefined
}

/** Requirements by id, as an edition or a catalogue has them. */
export type FrozenSet = ReadonlyMap<string, Frozen>

export function setOfEdition(edition: Edition): FrozenSet {
  const ids = Object.keys(edition.requirements)
  return new Map(ids.flatMap((id) => entryOf(id, frozenIn(edition, id))))
}

/** Returns the requirements of a catalogue at their own levels: what an edition that is frozen today would contain. */
export function setOfCatalogue(requirements: readonly Requirement[]): FrozenSet {
  return new Map(requirements.flatMap(({ id, level, interpretation }) => entryOf(id, { level, interpretation })))
}

function entryOf(id: string, frozen: Frozen | undefined): readonly (readonly [string, Frozen])[] {
  return frozen === undefined ? [] : [[id, frozen]]
}

/** Returns the differences between two sets: first those of the later set, then requirements that it no longer has. */
export function changesBetween(before: FrozenSet, after: FrozenSet): readonly EditionChange[] {
  const ids = new Set([...after.keys(), ...before.keys()])
  return [...ids]
    .map((id) => ({ id, before: before.get(id), after: after.get(id) }))
    .filter((one) => one.before?.level !== one.after?.level || one.before?.interpretation !== one.after?.interpretation)
}
