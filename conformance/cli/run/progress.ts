import type { Io, Output } from '../io.ts'
import { startEstimate } from './estimate.ts'

/** Tells people how far a run is. */
export interface Progress {
  /** Shows the phase that begins: planning, minimising or writing. Sending is not shown. */
  phase(name: string): void
  /** Says who knows how many requirements failed so far. */
  counting(failed: () => number): void
  /** One more came to its end; there may be more in the end than were planned. */
  step(done: number, planned: number): void
  /** A line of its own. */
  note(text: string): void
  /** Leaves the terminal as it was found. */
  end(): void
}

/** Milliseconds between two lines where lines stay, and between two changes of a line that does not. */
const pace = { plain: 10_000, live: 100 }

/** Counting failures takes time that a run has to spare: at most one twentieth of it, and not at every step. */
const counting = { every: 2000, share: 20 }

/** Progress on stderr: a line that changes in place on a terminal, a line now and then elsewhere, nothing when quiet. */
export function startProgress(
  { stderr, env }: Pick<Io, 'stderr' | 'env'>,
  isQuiet: boolean,
  now: () => number = Date.now,
  things = 'requests',
): Progress {
  if (isQuiet) return { phase: () => {}, counting: () => {}, step: () => {}, note: () => {}, end: () => {} }
  // A dumb terminal cannot clear a line.
  const isLive = stderr.isTTY === true && env['TERM'] !== 'dumb'
  return isLive ? liveProgress(stderr, now, things) : plainProgress(stderr, now, things)
}

/** What a line says, as far as it is known. */
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
    words(done: number, total: number): string {
      count()
      const isSending = phase === 'sending'
      const left = isSending ? estimate.left(done, total) : undefined
      const state = stateOf(done, total, things) + (left === undefined ? '' : `, about ${duration(left)} left`)
      return `${isSending ? '' : `${phase}: `}${state}${failed === 0 ? '' : `, ${failed} failed so far`}`
    },
  }
}

function plainProgress(output: Output, now: () => number, things: string): Progress {
  const state = startState(now, things)
  let last = now()
  return {
    phase: state.begin,
    counting: state.counting,
    step(done, total) {
      state.step(done)
      if (now() - last < pace.plain) return
      last = now()
      output.write(`${state.words(done, total)}\n`)
    },
    note: (text) => output.write(`${text}\n`),
    end: () => {},
  }
}

function liveProgress(output: Output, now: () => number, things: string): Progress {
  const state = startState(now, things)
  let last = Number.NEGATIVE_INFINITY
  const clear = (): unknown => output.write('\r\u001b[K')
  return {
    phase(name) {
      state.begin(name)
      // What sends nothing says so at once.
      if (name === 'planning' || name === 'writing') output.write(`\r\u001b[K${name}`)
    },
    counting: state.counting,
    step(done, total) {
      state.step(done)
      if (now() - last < pace.live && done < total) return
      last = now()
      output.write(`\r\u001b[K${state.words(done, total)}`)
    },
    note(text) {
      clear()
      output.write(`${text}\n`)
    },
    end: clear,
  }
}

function stateOf(done: number, total: number, things: string): string {
  return done > total ? `${done} ${things}, ${done - total} more than planned` : `${done} of ${total} ${things}`
}

function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  return seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
