import { setMaxListeners } from 'node:events'

/** Time as scheduling needs it; tests pass their own. */
export interface Clock {
  /** Milliseconds from any fixed point. */
  now(): number
  /** Resolves after that many milliseconds, or as soon as the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/** What bounds the sending of requests. */
export interface Bounds {
  /** Requests under way at once. */
  readonly concurrency: number
  /** Requests started in a second, evenly spaced. */
  readonly rate?: number
  /** Requests started in all. */
  readonly maxRequests?: number
  /** Milliseconds after which nothing is started and what is under way is aborted. */
  readonly maxTimeMs?: number
  readonly signal?: AbortSignal
}

/** Why a request was not sent. */
export type Cut = 'max-requests' | 'max-time' | 'aborted' | 'max-billed'

type Task<T> = (signal: AbortSignal) => Promise<T>

/** What became of a task: what it gave, or why it was not begun. */
export type Passed<T> = { readonly done: T } | { readonly cut: Cut }

/** Lets tasks through, in the order they came, as the bounds allow. */
export interface Gate {
  /** Runs a task when its turn has come; answers why not when it never comes, or when it is forbidden by then. */
  pass<T>(task: Task<T>, forbids?: () => Cut | undefined): Promise<Passed<T>>
  /** Waits without taking a turn; shorter when the run ends before. */
  rest(ms: number): Promise<void>
  /** Tasks let through so far. */
  readonly started: number
  /** Why nothing more is let through; absent while something may be. */
  readonly closed: Cut | undefined
  /** Lets nothing more through, aborts what is under way and forgets the deadline. */
  end(): void
}

/** Time as the machine has it. */
export const machineClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      signal.addEventListener('abort', done, { once: true })
    }),
}

/** Opens a gate with these bounds. Its time begins now. */
export function openGate(bounds: Bounds, clock: Clock = machineClock): Gate {
  return new TheGate(bounds, clock)
}

class TheGate implements Gate {
  started = 0
  closed: Cut | undefined
  readonly #bounds: Bounds
  readonly #clock: Clock
  readonly #stop = new AbortController()
  readonly #over = new AbortController()
  readonly #waiting: (() => void)[] = []
  #underWay = 0
  #nextStart: number

  constructor(bounds: Bounds, clock: Clock) {
    this.#bounds = bounds
    this.#clock = clock
    this.#nextStart = clock.now()
    // Each request under way listens, and so does whoever waits: many listeners are no leak here.
    setMaxListeners(0, this.#stop.signal)
    bounds.signal?.addEventListener('abort', this.#abort, { once: true })
    if (bounds.signal?.aborted) this.#close('aborted')
    if (bounds.maxTimeMs !== undefined) void this.#watch(bounds.maxTimeMs)
  }

  async pass<T>(task: Task<T>, forbids: () => Cut | undefined = () => undefined): Promise<Passed<T>> {
    await this.#turn()
    try {
      await this.#slot()
      if (this.started >= (this.#bounds.maxRequests ?? Number.POSITIVE_INFINITY)) this.closed ??= 'max-requests'
      const cut = this.closed ?? forbids()
      if (cut !== undefined) return { cut }
      this.started += 1
      return { done: await task(this.#stop.signal) }
    } finally {
      this.#leave()
    }
  }

  rest(ms: number): Promise<void> {
    return this.#clock.sleep(ms, this.#stop.signal)
  }

  end(): void {
    this.#bounds.signal?.removeEventListener('abort', this.#abort)
    this.#over.abort()
    this.#close('aborted')
  }

  readonly #abort = () => this.#close('aborted')

  /** Waits until fewer tasks than allowed are under way, then counts as one of them. */
  async #turn(): Promise<void> {
    if (this.#underWay < this.#bounds.concurrency) this.#underWay += 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** Hands the place over to who waits longest, so that nobody slips in between. */
  #leave(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#underWay -= 1
    else next()
  }

  /** Waits for the next start that the rate allows. */
  async #slot(): Promise<void> {
    const { rate } = this.#bounds
    if (rate === undefined || this.closed !== undefined) return
    const start = Math.max(this.#clock.now(), this.#nextStart)
    this.#nextStart = start + 1000 / rate
    const wait = start - this.#clock.now()
    if (wait > 0) await this.#clock.sleep(wait, this.#stop.signal)
  }

  async #watch(ms: number): Promise<void> {
    await this.#clock.sleep(ms, this.#over.signal)
    if (!this.#over.signal.aborted) this.#close('max-time')
  }

  #close(cut: Cut): void {
    this.closed ??= cut
    this.#stop.abort()
  }
}
