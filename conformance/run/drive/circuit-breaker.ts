import type { Exchange } from '../../model/exchange.ts'
import type { Clock } from './clock.ts'
import type { StopReason } from './shutdown.ts'

/**
 * After so many requests in a row without a response, beyond those that one hiccup may break together, the run ends.
 */
const mostUnanswered = 10
/**
 * The most pauses in a row, each longer than the one before: together more than a minute, and more than a limit's usual
 * window.
 */
const mostRounds = 8
/**
 * The run ends after this many refused connections in a row, over this many milliseconds. A server that restarts is
 * back by then.
 */
const mostRefused = { count: 3, ms: 30_000 }

/** Notices when there is no point in sending any more. */
export interface CircuitBreaker {
  /**
   * Returns the reason to end the run, if an exchange shows one. `rounds` pauses were asked for since the target last
   * served; `isSettled`: it brought a server error that waiting does not change.
   */
  trips(exchange: Exchange, isMeantToBeRejected: boolean, rounds: number, isSettled?: boolean): StopReason | undefined
  /** The target has answered after all: what it left unanswered is forgotten. */
  reset(): void
  /** The last exchange that was answered, and the first of those since then that were not. */
  readonly silence: Silence
}

/** The exchanges around which a target fell silent, by id. */
export interface Silence {
  readonly lastAnswered?: string
  readonly firstUnanswered?: string
}

/**
 * A breaker for a run that sends so many requests at once. Requests that are to be refused do not count: to hang up on
 * them is bad manners, and says nothing about the requests of others. A refused connection counts for all.
 */
export function newCircuitBreaker(concurrency: number, clock: Clock): CircuitBreaker {
  let unanswered = 0
  let refused = { count: 0, since: 0 }
  let silence: Silence = {}
  let settledAlone = 0
  let hasServed = false
  const noteAnswered = ({ id }: Exchange, isSettled: boolean): void => {
    unanswered = 0
    refused = { count: 0, since: 0 }
    silence = { lastAnswered: id }
    if (!isSettled) hasServed = true
    else settledAlone += 1
  }
  const noteUnanswered = ({ id, trouble }: Exchange): void => {
    silence = { firstUnanswered: id, ...silence }
    if (trouble !== 'ECONNREFUSED') refused = { count: 0, since: 0 }
    else refused = { count: refused.count + 1, since: refused.count === 0 ? clock.now() : refused.since }
  }
  return {
    trips(exchange, isMeantToBeRejected, rounds, isSettled = false) {
      const { response, ended, request } = exchange
      // Images lie where replies say, which may be elsewhere.
      const isOfTarget = request.path.startsWith('/')
      if (response !== null) noteAnswered(exchange, isSettled)
      else if (ended !== 'cancelled' && isOfTarget) noteUnanswered(exchange)
      if (response === null && !isMeantToBeRejected && ended !== 'cancelled') unanswered += 1
      const isRefusing = refused.count >= mostRefused.count
      if (isRefusing && clock.now() - refused.since >= mostRefused.ms) return 'gone'
      if (unanswered >= mostUnanswered + concurrency) return isRefusing ? 'gone' : 'wedged'
      if (!hasServed && response?.status === 503 && settledAlone >= mostUnanswered + concurrency) return 'overloaded'
      if (rounds < mostRounds) return undefined
      return response !== null ? 'overloaded' : isRefusing ? 'gone' : 'wedged'
    },
    reset: () => {
      unanswered = 0
    },
    get silence() {
      return silence
    },
  }
}
