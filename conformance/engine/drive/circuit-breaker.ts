import type { Exchange } from '../../core/model/exchange.ts'
import type { Clock } from './clock.ts'
import type { StopReason } from './shutdown.ts'

/**
 * The run ends after this many requests in a row without a response, plus `concurrency`: one failure may break all
 * requests under way.
 */
const mostUnanswered = 10
/**
 * The most pauses in a row, each longer than the one before. Together they take more than a minute, which is longer
 * than the usual window of a rate limit.
 */
const mostRounds = 8
/**
 * The run ends after this many refused connections in a row, over this many milliseconds. A server that restarts is
 * back by then.
 */
const mostRefused = { count: 3, ms: 30_000 }

/** Detects when further requests are pointless. */
export interface CircuitBreaker {
  /**
   * Returns the reason to end the run, if an exchange shows one. `rounds` is the number of pauses since the target last
   * served. `isSettled` marks a server error that waiting does not change.
   */
  trips(exchange: Exchange, isMeantToBeRejected: boolean, rounds: number, isSettled?: boolean): StopReason | undefined
  /** Forgets the unanswered requests, once the target has answered again. */
  reset(): void
  /** The last exchange that was answered, and the first one since then that was not. */
  readonly silence: UnansweredSpan
}

/** The ids of the exchanges before and after which the target stopped answering. */
export interface UnansweredSpan {
  readonly lastAnswered?: string
  readonly firstUnanswered?: string
}

/**
 * Returns a breaker for a run with this many concurrent requests. Requests that should be rejected do not count:
 * closing the connection on them says nothing about valid requests. A refused connection always counts.
 */
export function newCircuitBreaker(concurrency: number, clock: Clock): CircuitBreaker {
  let unanswered = 0
  let refused = { count: 0, since: 0 }
  let silence: UnansweredSpan = {}
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
      // Images may be on another host, since replies name their addresses.
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
