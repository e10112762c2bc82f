import { compiledData } from './compiled-data.ts'

/** A defect that was found in a real gateway. */
export interface KnownDefect {
  /** Its permanent number in the list. */
  readonly number: number
  /** The behaviour of the gateway, in one sentence. */
  readonly says: string
  /** The project, and the number of the issue or change. */
  readonly seenIn: readonly string[]
  /** The faults of the reference server with the same behaviour. */
  readonly faults: readonly string[]
  readonly requirements: readonly string[]
  /** The reason why no requirement covers it, or a part of it. */
  readonly excuse?: string
}

let known: readonly KnownDefect[] | undefined

/** Returns the defects of real gateways, ordered by number. */
export function knownDefects(): readonly KnownDefect[] {
  known ??= compiledData<readonly KnownDefect[]>('known-defects')
  return known
}

/** Returns the numbers of the known defects that a requirement detects. */
export function defectsOf(requirement: string): readonly number[] {
  return knownDefects()
    .filter(({ requirements }) => requirements.includes(requirement))
    .map(({ number }) => number)
}
