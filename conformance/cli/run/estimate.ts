/** From when on there is a basis for an estimate: so many steps, for so many milliseconds. */
const basis = { steps: 20, ms: 5000 }
/** The pace of all steps and that of the later half may differ so much; where they differ more, the pace changes. */
const steadiness = 1.5
/** A moment is remembered where it is so much of the time so far after the one before: few, and close enough. */
const spacing = 0.01

/** How long something goes on. */
export interface Estimate {
  /** So much is done by now. */
  step(done: number): void
  /** Milliseconds until all is done; `undefined` as long as nobody can tell. */
  left(done: number, total: number): number | undefined
}

/**
 * Estimates from the pace since the first step. The first requests of a run are often the slowest (model calls that are
 * accepted, before rejections that cost nothing), so that their pace says little: nothing is told before the later half of
 * the time went at the pace of the whole.
 */
export function startEstimate(now: () => number): Estimate {
  let first: Moment | undefined
  const moments: Moment[] = []
  return {
    step(done) {
      const moment = { at: now(), done }
      first ??= moment
      const last = moments.at(-1) ?? first
      if (moment.at - last.at >= (moment.at - first.at) * spacing) moments.push(moment)
    },
    left(done, total) {
      if (first === undefined || done >= total) return undefined
      const elapsed = now() - first.at
      if (done - first.done < basis.steps || elapsed < basis.ms) return undefined
      const middle = first.at + elapsed / 2
      const halfway = moments.findLast(({ at }) => at <= middle) ?? first
      const whole = elapsed / (done - first.done)
      const later = (now() - halfway.at) / (done - halfway.done)
      const isSteady = whole <= later * steadiness && later <= whole * steadiness
      return isSteady ? later * (total - done) : undefined
    },
  }
}

interface Moment {
  readonly at: number
  readonly done: number
}
