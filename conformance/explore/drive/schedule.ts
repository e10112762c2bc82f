import type { Bounds, Cut } from './bounds.ts'
import { type Clock, machineClock } from './clock.ts'
import { type Closing, newClosing } from './closing.ts'
import { newPace, type Pace } from './pace.ts'
import { newPatience, type Patience } from './patience.ts'
import { newPlaces, type Places } from './places.ts'
import type { Load, Strain } from './strain.ts'

export type { Bounds, Cut } from './bounds.ts'

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
  readonly strain: Strain
  /** Why nothing more is let through; absent while something may be. */
  readonly closed: Cut | undefined
  /** Lets nothing more through and aborts what is under way. */
  close(cut: Cut): void
  /** The same at the end of a run; also forgets the deadline. */
  end(): void
}

/** What stands between a task and its turn, and how many have passed. */
interface Way {
  readonly clock: Clock
  readonly closing: Closing
  readonly places: Places
  readonly patience: Patience
  readonly pace: Pace
  /** Tasks let through at most. */
  readonly most: number
  started: number
}

/** Opens a gate with these bounds. Its time begins now. */
export function openGate(bounds: Bounds, clock: Clock = machineClock): Gate {
  const way = newWay(bounds, clock)
  const { closing, patience, pace } = way
  return {
    pass: (task, passage = {}) => pass(way, task, passage),
    rest: (ms) => clock.sleep(ms, closing.signal),
    close: closing.close,
    end: closing.end,
    get started() {
      return way.started
    },
    get nextStart() {
      return pace.nextStart
    },
    get strain() {
      return patience.strain
    },
    get closed() {
      return closing.cut
    },
  }
}

function newWay(bounds: Bounds, clock: Clock): Way {
  return {
    clock,
    closing: newClosing(bounds, clock),
    places: newPlaces(bounds.concurrency),
    patience: newPatience(clock),
    pace: newPace(bounds, clock),
    most: bounds.maxRequests ?? Number.POSITIVE_INFINITY,
    started: 0,
  }
}

async function pass<T>(way: Way, task: Task<T>, passage: Passage<T>): Promise<Passed<T>> {
  await way.places.take(passage.isUrgent === true)
  try {
    await admitted(way)
    return await run(way, task, passage)
  } finally {
    way.places.leave()
  }
}

/** Waits until the target bears another request and the rate allows it. */
async function admitted({ closing, patience, pace }: Way): Promise<void> {
  do {
    await patience.calm(closing.signal)
    if (closing.cut === undefined) await pace.slot(closing.signal)
  } while (patience.isHeld && closing.cut === undefined)
}

async function run<T>(way: Way, task: Task<T>, { forbids, load }: Passage<T>): Promise<Passed<T>> {
  const { clock, closing, patience } = way
  let fared: Load = 'unknown'
  const begunAt = clock.now()
  try {
    if (way.started >= way.most) closing.shut('max-requests')
    const cut = closing.cut ?? forbids?.()
    if (cut !== undefined) return { cut }
    way.started += 1
    const done = await task(closing.signal)
    fared = load?.(done, patience.strain.rounds) ?? 'served'
    return { done }
  } finally {
    patience.note(fared, begunAt)
  }
}
