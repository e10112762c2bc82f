import type { RequirementId } from '../../catalogue.ts'

/** A defect that somebody met in a real gateway, and what becomes of it here. */
export interface KnownDefect {
  /** Its place in the list; permanent. */
  readonly number: number
  /** What the gateway does, in one sentence. */
  readonly says: string
  /** Where it can be read about: project, and number of the issue or change. */
  readonly seenIn: readonly string[]
  /** The faults of the reference server that do the same; none where nothing judges it. */
  readonly faults: readonly string[]
  /** The requirements that catch them. */
  readonly requirements: readonly RequirementId[]
  /** Why it cannot be judged, or what part of it cannot. */
  readonly excuse?: string
}

/** A defect that requirements catch. */
export function caught(
  number: number,
  says: string,
  seenIn: readonly string[],
  by: { readonly faults: readonly string[]; readonly requirements: readonly RequirementId[]; readonly excuse?: string },
): KnownDefect {
  return { number, says, seenIn, ...by }
}

/** A defect that nothing catches, with the reason. */
export function excused(number: number, says: string, seenIn: readonly string[], excuse: string): KnownDefect {
  return { number, says, seenIn, faults: [], requirements: [], excuse }
}
