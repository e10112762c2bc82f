import { setMaxListeners } from 'node:events'
import { type Clock, machineClock } from './clock.ts'
import { type Load, newPatience } from './patience.ts'
import { newPlaces } from './places.ts'

/** What bounds the sending of requests. */
export interface Bounds {
  /** Requests under way at once. */
  readonly concurrency: number
  /** Requests started in a second, evenly spaced. */
  readonly rate?: number
  /** On the clock: nothing is started before. */
  readonly notBefore?: number
  /** Requests started in all. */
  readonly maxRequests?: number
  /** Milliseconds after which nothing is started and what is under way is aborted. */
  readonly maxTimeMs?: number
  readonly signal?: AbortSignal
}

/** Why a request was not sent. */
export type Cut = 'max-requests' | 'max-time' | 'aborted' | 'max-billed' | 'wedged' | 'overloaded'

type Task<T> = (signal: AbortSignal) => Promise<T>

/** What became of a task: what it gave, or why it was not begun. */
export type Passed<T> = { readonly done: T } | { readonly cut: Cut }

/** What may be said about a task beside what it does. */
export interface Passage<T> {
  /** It goes on with something: chains are begun early and not kept waiting, or they would be all that is left in the end. */
  readonly isUrgent?: boolean
  /** Why it is not to begin any more, when its turn has come. */
  readonly forbids?: () => Cut | undefined
  /** What its outcome says about the target's load; `rounds` pauses went before. */
  readonly load?: (done: T, rounds: number) => Load
}

/** Lets tasks through, urgent ones first, else in the order they came, as the bounds allow and as the target bears it. */
export interface Gate {
  /** Runs a task when its turn has come; answers why not when it never comes, or when it is forbidden by then. */
  pass<T>(task: Task<T>, passage?: Passage<T>): Promise<Passed<T>>
  /** Waits without taking a turn; shorter when the run ends before. */
  rest(ms: number): Promise<void>
  /** Tasks let through so far. */
  readonly started: number
  /** When the rate allows the next start, on the clock. */
  readonly nextStart: number
  /** How many pauses the target asked for since it last served. */
  readonly rounds: number
  /** The longest that the target itself asked to wait since it last served, in milliseconds. */
  readonly asked: number | undefined
  /** Whether the target has served anything yet. */
  readonly hasServed: boolean
  /** Why nothing more is let through; absent while something may be. */
  readonly closed: Cut | undefined
  /** Lets nothing more through and aborts what is under way. */
  close(cut: Cut): void
  /** The same at the end of a run; also forgets the deadline. */
  end(): void
}

/** Opens a gate with these bounds. Its time begins now. */
export function openGate(bounds: Bounds, clock: Clock = machineClock): Gate {
  const stop = new AbortController()
  // Each request under way listens, and so does whoever waits: many listeners are no leak here.
  setMaxListeners(0, stop.signal)
  const places = newPlaces(bounds.concurrency)
  const patience = newPatience(clock)
  const most = bounds.maxRequests ?? Number.POSITIVE_INFINITY
  let started = 0
  let nextStart = Math.max(clock.now(), bounds.notBefore ?? Number.NEGATIVE_INFINITY)
  let closed: Cut | undefined
  const close = (cut: Cut): void => {
    closed ??= cut
    stop.abort()
  }
  const forget = watch(bounds, clock, close)

  /** Waits for the next start that the rate allows. */
  const slot = async (): Promise<void> => {
    if (closed !== undefined) return
    const start = Math.max(clock.now(), nextStart)
    nextStart = bounds.rate === undefined ? nextStart : start + 1000 / bounds.rate
    if (start > clock.now()) await clock.sleep(start - clock.now(), stop.signal)
  }
  const admitted = async (): Promise<void> => {
    do {
      await patience.calm(stop.signal)
      await slot()
    } while (patience.isHeld && closed === undefined)
  }
  const run = async <T>(task: Task<T>, { forbids, load }: Passage<T>): Promise<Passed<T>> => {
    let fared: Load = 'unknown'
    const begunAt = clock.now()
    try {
      if (started >= most) closed ??= 'max-requests'
      const cut = closed ?? forbids?.()
      if (cut !== undefined) return { cut }
      started += 1
      const done = await task(stop.signal)
      fared = load?.(done, patience.rounds) ?? 'served'
      return { done }
    } finally {
      patience.note(fared, begunAt)
    }
  }
  return {
    async pass(task, passage = {}) {
      await places.take(passage.isUrgent === true)
      try {
        await admitted()
        return await run(task, passage)
      } finally {
        places.leave()
      }
    },
    rest: (ms) => clock.sleep(ms, stop.signal),
    get started() {
      return started
    },
    get nextStart() {
      return nextStart
    },
    get rounds() {
      return patience.rounds
    },
    get asked() {
      return patience.asked
    },
    get hasServed() {
      return patience.hasServed
    },
    get closed() {
      return closed
    },
    close,
    end() {
      forget()
      close('aborted')
    },
  }
}

/** Closes a gate when its time is over or its run is aborted; gives back how to forget about both. */
function watch({ maxTimeMs, signal }: Bounds, clock: Clock, close: (cut: Cut) => void): () => void {
  const over = new AbortController()
  const abort = () => close('aborted')
  signal?.addEventListener('abort', abort, { once: true })
  if (signal?.aborted) abort()
  if (maxTimeMs !== undefined)
    void clock.sleep(maxTimeMs, over.signal).then(() => (over.signal.aborted ? undefined : close('max-time')))
  return () => {
    signal?.removeEventListener('abort', abort)
    over.abort()
  }
}
