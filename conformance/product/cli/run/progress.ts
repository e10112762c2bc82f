import type { Io, Output } from '../io.ts'

/** Shows the progress of a run. */
export interface ProgressDisplay {
  /** Shows the phase that begins: planning, minimising or writing. Sending has no name. */
  phase(name: string): void
  /** Sets the function that returns the number of failed requirements so far. */
  counting(failed: () => number): void
  /** Shows a figure of the current phase: `212 requests drawn`. */
  figure(words: string): void
  /** Shows that one more request ended. There may be more than planned; `undefined` until the plan is known. */
  step(done: number, planned: number | undefined): void
  /** Prints a note on its own line. */
  note(text: string): void
  /** Restores the terminal. */
  end(): void
}

/** Milliseconds between lines without a terminal, and between refreshes of the line on a terminal. */
const pace = { plain: 5000, live: 100 }

/**
 * The number of steps between counts of failures, and the inverse of the maximum share of the run's time that counting
 * may take.
 */
const counting = { every: 2000, share: 20 }

/**
 * Shows progress on stderr: a line that changes in place on a terminal, otherwise a line from time to time, and nothing
 * with `--quiet`.
 */
export function startProgress(
  { stderr, env, now = Date.now }: Pick<Io, 'stderr' | 'env' | 'now'>,
  isQuiet: boolean,
  things = 'requests',
): ProgressDisplay {
  if (isQuiet)
    return { phase: () => {}, counting: () => {}, figure: () => {}, step: () => {}, note: () => {}, end: () => {} }
  // A dumb terminal cannot clear a line.
  const isLive = stderr.isTTY === true && env['TERM'] !== 'dumb'
  return isLive ? liveProgress(stderr, now, things) : plainProgress(stderr, now, things)
}

function startState(now: () => number, things: string) {
  const estimate = startEstimate(now)
  let phase = 'sending'
  let ask: (() => number) | undefined
  let failed = 0
  let askAgain = 0
  const count = (): void => {
    if (ask === undefined || now() < askAgain) return
    const before = now()
    failed = ask()
    askAgain = now() + Math.max(counting.every, (now() - before) * counting.share)
  }
  return {
    counting: (asked: () => number): void => {
      ask = asked
      askAgain = now() + counting.every
    },
    begin: (name: string): void => {
      phase = name
    },
    step: estimate.step,
    figure: (words: string): string => `${phase}: ${words}`,
    words(done: number, total: number | undefined): string {
      count()
      const isSending = phase === 'sending'
      const left = isSending && total !== undefined ? estimate.left(done, total) : undefined
      const state = stateOf(done, total, things) + (left === undefined ? '' : `, about ${duration(left)} left`)
      return `${isSending ? '' : `${phase}: `}${state}${failed === 0 ? '' : `, ${failed} failed so far`}`
    },
  }
}

function plainProgress(output: Output, now: () => number, things: string): ProgressDisplay {
  const state = startState(now, things)
  let last = now()
  const show = (words: () => string): void => {
    if (now() - last < pace.plain) return
    last = now()
    output.write(`${words()}\n`)
  }
  return {
    phase: state.begin,
    counting: state.counting,
    figure: (words) => show(() => state.figure(words)),
    step(done, total) {
      state.step(done)
      show(() => state.words(done, total))
    },
    note: (text) => output.write(`${text}\n`),
    end: () => {},
  }
}

function liveProgress(output: Output, now: () => number, things: string): ProgressDisplay {
  const state = startState(now, things)
  let last = Number.NEGATIVE_INFINITY
  const clear = (): unknown => output.write('\r\u001b[K')
  const show = (words: () => string, isUrgent: boolean): void => {
    if (now() - last < pace.live && !isUrgent) return
    last = now()
    output.write(`\r\u001b[K${words()}`)
  }
  return {
    phase(name) {
      state.begin(name)
      // A phase without requests is shown at once.
      if (name === 'planning' || name === 'writing') output.write(`\r\u001b[K${name}`)
    },
    counting: state.counting,
    figure: (words) => show(() => state.figure(words), false),
    step(done, total) {
      state.step(done)
      show(() => state.words(done, total), total !== undefined && done >= total)
    },
    note(text) {
      clear()
      output.write(`${text}\n`)
    },
    end: clear,
  }
}

function stateOf(done: number, total: number | undefined, things: string): string {
  if (total === undefined) return `${done} ${things}, still planning`
  return done > total ? `${done} ${things}, ${done - total} more than planned` : `${done} of ${total} ${things}`
}

function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  return seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}

/** The minimum number of steps and milliseconds for an estimate. */
const basis = { steps: 20, ms: 5000 }
/** The number of requests at the end that are under way already, so that their time is partly over. */
const underWay = 8
/** The maximum ratio between the pace of the later half and that of all steps for the pace to count as steady. */
const steadiness = 1.5
/** The minimum time between recorded moments, as a share of the elapsed time. */
const spacing = 0.01

interface Estimate {
  step(done: number): void
  /** Returns the remaining milliseconds, or `undefined` if no estimate is possible yet. */
  left(done: number, total: number): number | undefined
}

/**
 * Estimates from the pace since the first step. The first requests of a run are often the slowest, because they are
 * accepted model calls, whereas later rejections are fast. There is therefore no estimate until the later half of the
 * time has the same pace as the whole.
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
      if (first === undefined || done > total - underWay) return undefined
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
