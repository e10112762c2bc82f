import { newQueue } from './queue.ts'

/** Keeps accepted model calls within a limit: what a request may cost is set aside before it is sent. */
export interface Purse {
  /** Sets `calls` aside, waiting for others to settle where that may make room. `false` when there never will be. */
  claim(calls: number): Promise<boolean>
  /** Gives back what was set aside, less what was really spent. */
  settle(claimed: number, spent: number): void
  readonly spent: number
  /** Whether more was spent than there was, by requests that were not to cost anything. */
  readonly isOverdrawn: boolean
}

/** What there was in the beginning, what is gone, and what is set aside. */
interface Balance {
  readonly limit: number
  spent: number
  held: number
}

/** Opens a purse with that many calls in it; without a limit everything is granted. */
export function openPurse(limit = Number.POSITIVE_INFINITY): Purse {
  const balance: Balance = { limit, spent: 0, held: 0 }
  const queue = newQueue((calls) => granted(calls, balance))
  return {
    claim: queue.claim,
    settle(claimed, spent) {
      balance.held -= claimed
      balance.spent += spent
      queue.serve()
    },
    get spent() {
      return balance.spent
    },
    get isOverdrawn() {
      return balance.spent > limit
    },
  }
}

/** Sets `calls` aside where there is room. `undefined`: not now, but perhaps once others have settled. */
function granted(calls: number, balance: Balance): boolean | undefined {
  const { limit, spent, held } = balance
  if (spent > limit) return false
  if (spent + held + calls > limit) return held > 0 && spent + calls <= limit ? undefined : false
  balance.held += calls
  return true
}
