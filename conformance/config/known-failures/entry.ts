import type { Endpoint } from '../../model/vocabulary.ts'

/** One entry of a list of known failures, as its schema (`schemas/known-failures/known-failures.json`) describes it. */
export interface KnownEntry {
  /** A requirement's id or a glob of them. */
  readonly requirement: string
  /** The operations on which it is known to fail; absent for all of its operations. */
  readonly operations?: readonly Endpoint[]
  /** Set where it fails in some runs only: that it passes does not make the entry stale. */
  readonly intermittent?: boolean
  readonly reason: string
  readonly owner?: string
  readonly link?: string
  /** The last day on which it excuses anything, `YYYY-MM-DD`. */
  readonly expires?: string
}
