import type { Exchange } from '../../model/exchange.ts'
import type { Cut } from './schedule.ts'

/** Beyond those that one hiccup may break together: so many requests in a row without an answer, and nobody asks on. */
const mostUnanswered = 10
/** So many pauses in a row, each longer than the one before: together more than a minute, and more than a limit's usual window. */
const mostRounds = 8

/** Notices when there is no point in sending any more. */
export interface Breaker {
  /** What an exchange shows: why to end the run, if it does. `rounds` pauses were asked for since the target last served. */
  trips(exchange: Exchange, isMeantToBeRefused: boolean, rounds: number): Cut | undefined
}

/**
 * A breaker for a run that sends so many requests at once. Requests that are to be refused do not count: to hang up on
 * them is bad manners, and says nothing about the requests of others.
 */
export function newBreaker(concurrency: number): Breaker {
  let unanswered = 0
  return {
    trips({ response, ended }, isMeantToBeRefused, rounds) {
      if (response !== null) unanswered = 0
      else if (!isMeantToBeRefused && ended !== 'cancelled') unanswered += 1
      if (unanswered >= mostUnanswered + concurrency) return 'wedged'
      return rounds >= mostRounds ? 'overloaded' : undefined
    },
  }
}
