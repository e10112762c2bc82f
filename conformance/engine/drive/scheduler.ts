import { type Clock, machineClock } from './clock.ts'
import { newShutdown, type Shutdown, type StopReason } from './shutdown.ts'
import { type Load, newThrottle, type Pauses, type Slot, type Throttle } from './throttle.ts'

/** The bounds on sending requests. */
export interface Bounds {
  /** The most requests under way at once. */
  readonly concurrency: number
  /** The most while requests are sent that are to be under way together; by default `concurrency`. */
  readonly together?: number
  /** The most requests started per second, evenly spaced. */
  readonly rate?: number
  /** The time on the clock before which nothing starts. */
  readonly notBefore?: number
  readonly maxRequests?: number
  /** Milliseconds after which nothing starts and requests under way are aborted. */
  readonly maxTimeMs?: number
  readonly signal?: AbortSignal
}

type Task<T> = (signal: AbortSignal) => Promise<T>

/** The outcome of a task: its result, or the reason why it was not started. */
type Scheduled<T> = { readonly done: T } | { readonly stopReason: StopReason }

interface TaskOptions<T> {
  /**
   * True if it continues a sequence. Sequences do not wait in the queue; otherwise only they would be left at the end.
   */
  readonly isUrgent?: boolean
  /** Returns what a result shows about the target's load, after this many `rounds` of pauses. */
  readonly load?: (done: T, rounds: number) => Load
}

/** Runs tasks within the bounds and as fast as the target allows: urgent ones first, the others in order. */
export interface Scheduler {
  /** Runs a task when its turn comes. Returns the reason if it is never started. */
  run<T>(task: Task<T>, options?: TaskOptions<T>): Promise<Scheduled<T>>
  /** Waits without a permit, at most until the run ends. */
  sleep(ms: number): Promise<void>
  /** Does work that may have `together` requests under way at once. */
  together<T>(work: () => Promise<T>): Promise<T>
  readonly started: number
  /** The time on the clock when the rate allows the next start. */
  readonly nextStart: number
  readonly pauses: Pauses
  /** The reason why no more tasks start; `undefined` while they do. */
  readonly stopped: StopReason | undefined
  /** Starts no more tasks and aborts those under way. */
  stop(stopReason: StopReason): void
  /** Stops at the end of a run, and clears the deadline. */
  end(): void
}

/** Creates a scheduler with these bounds. The time limit counts from now. */
export function newScheduler(bounds: Bounds, clock: Clock = machineClock): Scheduler {
  const state = stateOf(bounds, clock)
  const { shutdown, throttle, rateLimiter, semaphore } = state
  return {
    together: (work) => semaphore.widened(Math.max(bounds.concurrency, bounds.together ?? 0), work),
    run: (task, options = {}) => scheduled(state, task, options),
    sleep: (ms) => clock.sleep(ms, shutdown.signal),
    stop: shutdown.abort,
    end: shutdown.end,
    get started() {
      return state.started
    },
    get nextStart() {
      return rateLimiter.nextStart
    },
    get pauses() {
      return throttle.pauses
    },
    get stopped() {
      return shutdown.stopReason
    },
  }
}

interface State {
  readonly clock: Clock
  readonly shutdown: Shutdown
  readonly semaphore: Semaphore
  readonly throttle: Throttle
  readonly rateLimiter: RateLimiter
  readonly maxRequests: number
  started: number
}

function stateOf(bounds: Bounds, clock: Clock): State {
  return {
    clock,
    shutdown: newShutdown(bounds, clock),
    semaphore: newSemaphore(bounds.concurrency),
    throttle: newThrottle(clock),
    rateLimiter: newRateLimiter(bounds, clock),
    maxRequests: bounds.maxRequests ?? Number.POSITIVE_INFINITY,
    started: 0,
  }
}

async function scheduled<T>(state: State, task: Task<T>, options: TaskOptions<T>): Promise<Scheduled<T>> {
  await state.semaphore.acquire(options.isUrgent === true)
  try {
    return await started(state, await readyToStart(state), task, options)
  } finally {
    state.semaphore.release()
  }
}

/** Waits until both the target and the rate allow another request. */
async function readyToStart({ shutdown, throttle, rateLimiter }: State): Promise<Slot> {
  for (;;) {
    const slot = await throttle.ready(shutdown.signal)
    if (shutdown.stopReason === undefined) await rateLimiter.ready(shutdown.signal)
    if (slot.isValid || shutdown.stopReason !== undefined) return slot
    slot.end('unknown')
  }
}

async function started<T>(state: State, slot: Slot, task: Task<T>, { load }: TaskOptions<T>): Promise<Scheduled<T>> {
  const { shutdown, throttle } = state
  let learned: Load = 'unknown'
  try {
    if (state.started >= state.maxRequests) shutdown.drain('max-requests')
    if (shutdown.stopReason !== undefined) return { stopReason: shutdown.stopReason }
    state.started += 1
    const done = await task(shutdown.signal)
    learned = load?.(done, throttle.pauses.rounds) ?? 'served'
    return { done }
  } finally {
    slot.end(learned)
  }
}

interface Semaphore {
  /** Resolves once there is a permit: first for urgent tasks, then in the order of the calls. */
  acquire(isUrgent: boolean): Promise<void>
  release(): void
  /** Does work with another number of permits. Those that are taken at its end are not given out again. */
  widened<T>(permits: number, work: () => Promise<T>): Promise<T>
}

function newSemaphore(usual: number): Semaphore {
  let permits = usual
  const urgent: (() => void)[] = []
  const waiting: (() => void)[] = []
  let taken = 0
  return {
    async acquire(isUrgent) {
      if (taken < permits) taken += 1
      else await new Promise<void>((resolve) => (isUrgent ? urgent : waiting).push(resolve))
    },
    /** Passes the permit directly to the next waiting task, so that a new one cannot take it first. */
    release() {
      const next = taken > permits ? undefined : (urgent.shift() ?? waiting.shift())
      if (next === undefined) taken -= 1
      else next()
    },
    async widened(most, work) {
      permits = most
      return work().finally(() => {
        permits = usual
      })
    },
  }
}

/** Spaces starts evenly. */
interface RateLimiter {
  /** Reserves the next start and waits for it. */
  ready(signal: AbortSignal): Promise<void>
  /** The time on the clock when the rate allows the next start. */
  readonly nextStart: number
}

/** The first start is now, or at `notBefore` if that is later. Without a rate, all others may follow at once. */
function newRateLimiter({ rate, notBefore = Number.NEGATIVE_INFINITY }: Bounds, clock: Clock): RateLimiter {
  let nextStart = Math.max(clock.now(), notBefore)
  return {
    async ready(signal) {
      const start = Math.max(clock.now(), nextStart)
      if (rate !== undefined) nextStart = start + 1000 / rate
      if (start > clock.now()) await clock.sleep(start - clock.now(), signal)
    },
    get nextStart() {
      return nextStart
    },
  }
}
