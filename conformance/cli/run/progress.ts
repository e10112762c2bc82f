import type { Io, Output } from '../io.ts'

/** Tells people how far a run is. */
export interface Progress {
  /** One more came to its end; there may be more in the end than were planned. */
  step(done: number, planned: number): void
  /** A line of its own. */
  note(text: string): void
  /** Leaves the terminal as it was found. */
  end(): void
}

/** Milliseconds between two lines where lines stay, and between two changes of a line that does not. */
const pace = { plain: 10_000, live: 100 }

/** Progress on stderr: a line that changes in place on a terminal, a line now and then elsewhere, nothing when quiet. */
export function startProgress(
  { stderr }: Pick<Io, 'stderr'>,
  isQuiet: boolean,
  now: () => number = Date.now,
  things = 'requests',
): Progress {
  if (isQuiet) return { step: () => {}, note: () => {}, end: () => {} }
  return stderr.isTTY === true ? liveProgress(stderr, now, things) : plainProgress(stderr, now, things)
}

function plainProgress(output: Output, now: () => number, things: string): Progress {
  const start = now()
  let last = start
  return {
    step(done, total) {
      if (now() - last < pace.plain) return
      last = now()
      output.write(`${stateOf(done, total, now() - start, things)}\n`)
    },
    note: (text) => output.write(`${text}\n`),
    end: () => {},
  }
}

function liveProgress(output: Output, now: () => number, things: string): Progress {
  const start = now()
  let last = Number.NEGATIVE_INFINITY
  const clear = (): unknown => output.write('\r\u001b[K')
  return {
    step(done, total) {
      if (now() - last < pace.live && done < total) return
      last = now()
      output.write(`\r\u001b[K${stateOf(done, total, now() - start, things)}`)
    },
    note(text) {
      clear()
      output.write(`${text}\n`)
    },
    end: clear,
  }
}

function stateOf(done: number, total: number, elapsed: number, things: string): string {
  if (done > total) return `${done} ${things}, ${done - total} more than planned`
  const left = done === 0 || done >= total ? '' : `, about ${duration((elapsed / done) * (total - done))} left`
  return `${done} of ${total} ${things}${left}`
}

function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  return seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
