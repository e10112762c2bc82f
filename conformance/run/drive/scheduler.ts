import { type Clock, machineClock } from './clock.ts'
import { newShutdown, type Shutdown, type StopReason } from './shutdown.ts'
import { type Load, newThrottle, type Pauses, type Throttle } from './throttle.ts'

/** The bounds on sending requests. */
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

type Task<T> = (signal: AbortSignal) => Promise<T>

/** The outcome of a task: its result, or why it was not started. */
type Scheduled<T> = { readonly done: T } | { readonly stopReason: StopReason }

/** The options of a task. */
interface TaskOptions<T> {
  /** It continues something: chains start early and do not wait, or they would be all that is left in the end. */
  readonly isUrgent?: boolean
  /** Returns what a result says about the target's load, after so many `rounds` of pauses. */
  readonly load?: (done: T, rounds: number) => Load
}

/** Runs tasks, urgent ones first, otherwise in their order, within the bounds and as fast as the target allows. */
export interface Scheduler {
  /** Runs a task when its turn has come, or says why it was never started. */
  run<T>(task: Task<T>, options?: TaskOptions<T>): Promise<Scheduled<T>>
  /** Waits without taking a turn; shorter when the run ends before. */
  sleep(ms: number): Promise<void>
  /** Tasks started so far. */
  readonly started: number
  /** When the rate allows the next start, on the clock. */
  readonly nextStart: number
  readonly pauses: Pauses
  /** Why no task is started any more; absent while tasks are. */
  readonly stopped: StopReason | undefined
  /** Starts no task any more and aborts those under way. */
  stop(stopReason: StopReason): void
  /** The same at the end of a run; also forgets the deadline. */
  end(): void
}

/** A scheduler with these bounds. Its time begins now. */
export function newScheduler(bounds: Bounds, clock: Clock = machineClock): Scheduler {
  const state = stateOf(bounds, clock)
  const { shutdown, throttle, rateLimiter } = state
  return {
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
    await readyToStart(state)
    return await started(state, task, options)
  } finally {
    state.semaphore.release()
  }
}

/** Waits until the target allows another request and the rate does. */
async function readyToStart({ shutdown, throttle, rateLimiter }: State): Promise<void> {
  do {
    await throttle.ready(shutdown.signal)
    if (shutdown.stopReason === undefined) await rateLimiter.ready(shutdown.signal)
  } while (throttle.isPaused && shutdown.stopReason === undefined)
}

async function started<T>(state: State, task: Task<T>, { load }: TaskOptions<T>): Promise<Scheduled<T>> {
  const { clock, shutdown, throttle } = state
  let learned: Load = 'unknown'
  const startedAt = clock.now()
  try {
    if (state.started >= state.maxRequests) shutdown.drain('max-requests')
    if (shutdown.stopReason !== undefined) return { stopReason: shutdown.stopReason }
    state.started += 1
    const done = await task(shutdown.signal)
    learned = load?.(done, throttle.pauses.rounds) ?? 'served'
    return { done }
  } finally {
    throttle.note(learned, startedAt)
  }
}

/** This many permits, for as many tasks at once. */
interface Semaphore {
  /** Resolves once there is a permit: urgent tasks first, then in the order in which they asked. */
  acquire(isUrgent: boolean): Promise<void>
  release(): void
}

function newSemaphore(permits: number): Semaphore {
  const urgent: (() => void)[] = []
  const waiting: (() => void)[] = []
  let taken = 0
  return {
    async acquire(isUrgent) {
      if (taken < permits) taken += 1
      else await new Promise<void>((resolve) => (isUrgent ? urgent : waiting).push(resolve))
    },
    /** Hands the permit over to the one that waits longest, so that none slips in between. */
    release() {
      const next = urgent.shift() ?? waiting.shift()
      if (next === undefined) taken -= 1
      else next()
    },
  }
}

/** Spaces starts evenly. */
interface RateLimiter {
  /** Takes the next start and waits for it. */
  ready(signal: AbortSignal): Promise<void>
  /** When the rate allows the next start, on the clock. */
  readonly nextStart: number
}

/** The first start is now, or when the bounds allow it; without a rate so are all others. */
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
