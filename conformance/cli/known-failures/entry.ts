/** One entry of a list of known failures, as its schema (`schemas/known-failures/known-failures.json`) describes it. */
export interface KnownEntry {
  /** A requirement's id or a glob of them. */
  readonly requirement: string
  readonly reason: string
  readonly owner?: string
  readonly link?: string
  /** The last day on which it excuses anything, `YYYY-MM-DD`. */
  readonly expires?: string
}
