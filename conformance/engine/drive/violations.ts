import { type Case, intentOf } from '../../core/model/plan.ts'
import { attempt } from './attempts.ts'
import { type Families, newFamilies } from './families.ts'
import { inTurn } from './in-turn.ts'
import { cutOff } from './remainder.ts'
import type { Placed, Remainder, Run } from './run-types.ts'
import type { StopReason } from './shutdown.ts'

/** Sends the violations of a run, and knows which of them the target accepted. */
export interface Violations {
  /**
   * Sends a violation, unless its control request was rejected. It would then prove nothing, and waits for another
   * control request.
   */
  send(placed: Placed): Promise<Remainder>
  /**
   * Sends a violation. Puts it off if enough of its family were accepted, or if the budget does not allow it yet: half
   * of it is kept for the probes that follow.
   */
  sendControlled(placed: Placed): Promise<Remainder>
  /**
   * Sends the violations that were put off, as far as the budget goes. The first violation of each requirement goes
   * first, since one more value shows the least.
   */
  sendDeferred(deferred: readonly Placed[]): Promise<readonly Remainder[]>
  /** Returns the violations that are the first of some requirement on their operation. */
  firstOf: Families['firstOf']
  /** Counts the outcomes of all violations that were answered. */
  settle: Families['settle']
}

/**
 * The outcome of a violation counts only after this many more have begun. Its reply has usually arrived by then, so the
 * order of replies does not matter. A later reply counts when it arrives.
 */
const lag = ({ atOnce }: Run): number => 2 * atOnce - 1

export function newViolations(run: Run): Violations {
  const families = newFamilies()
  /** Sends a violation now. Returns the reason if it was not sent. */
  const sendNow = async (
    planned: Case,
    arrival = families.begin(lag(run)),
  ): Promise<Remainder & { readonly stopReason?: StopReason }> => {
    const outcome = await attempt(run, intentOf(planned), planned.request, { expectation: 'violation' })
    if ('stopReason' in outcome) {
      const { stopReason } = outcome
      return { stopReason, unsent: cutOff(planned, stopReason, () => families.of(planned)) }
    }
    arrival(planned, outcome.isBilled)
    return { troubled: outcome.troubled }
  }
  const sendControlled = async (placed: Placed): Promise<Remainder> => {
    const arrival = families.begin(lag(run))
    if (families.isAcceptedAnyway(placed.planned)) return { deferred: placed }
    const { stopReason, ...left } = await sendNow(placed.planned, arrival)
    return stopReason === 'max-billed' || stopReason === 'max-images' ? { deferred: placed } : left
  }
  return {
    async send(placed) {
      const { why } = placed.planned
      const isUncontrolled = why.kind === 'violation' && run.learned.isRejected(why.control)
      return isUncontrolled ? { uncontrolled: placed } : sendControlled(placed)
    },
    sendControlled,
    async sendDeferred(placed) {
      const deferred = inPlace(placed).map(({ planned }) => planned)
      const first = new Set(families.firstOf(deferred))
      const parts = [deferred.filter((one) => first.has(one)), deferred.filter((one) => !first.has(one))]
      const left: Remainder[] = []
      for (const part of parts) left.push(...(await inTurn(part, run.atOnce, (planned) => sendNow(planned))))
      families.settle()
      return left
    },
    firstOf: families.firstOf,
    settle: families.settle,
  }
}

/** Sorts cases in the order of the plan. */
export function inPlace(cases: readonly Placed[]): readonly Placed[] {
  return cases.toSorted((one, other) => one.at - other.at)
}
