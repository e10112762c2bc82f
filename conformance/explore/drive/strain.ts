/**
 * What an answer says about the target's load: it served; it asked for a pause, which is to take so many
 * milliseconds, `asked` being what it said itself; or there was nothing to learn from it.
 */
export type Load = 'served' | 'unknown' | { readonly pause: number; readonly asked?: number | undefined }

/** How hard a run is on its target, by what the target says itself. */
export interface Strain {
  /** On the clock: when the last round of pauses began, and when the longest of its pauses is over. */
  readonly heldSince: number
  readonly until: number
  /** How many pauses there were since the target last served. */
  readonly rounds: number
  /** The longest that the target itself asked to wait since it last served, in milliseconds. */
  readonly asked: number | undefined
  /** Whether the target has served anything yet. */
  readonly hasServed: boolean
}

/** A target that has said nothing yet. */
export const unstrained: Strain = {
  heldSince: Number.NEGATIVE_INFINITY,
  until: Number.NEGATIVE_INFINITY,
  rounds: 0,
  asked: undefined,
  hasServed: false,
}

/** The strain once a request that was begun at some time on the clock has come to this. */
export function strainAfter(
  before: Strain,
  load: Load,
  { begunAt, now }: { readonly begunAt: number; readonly now: number },
): Strain {
  if (load === 'unknown') return before
  if (load === 'served') return { ...before, rounds: 0, asked: undefined, hasServed: true }
  // What was under way when the pause began is part of the same round.
  const isNewRound = before.rounds === 0 || begunAt > before.heldSince
  return {
    ...before,
    ...(isNewRound ? { rounds: before.rounds + 1, heldSince: now } : {}),
    until: Math.max(before.until, now + load.pause),
    asked: load.asked === undefined ? before.asked : Math.max(before.asked ?? 0, load.asked),
  }
}
