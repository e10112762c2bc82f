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

interface Waiting {
  readonly calls: number
  readonly answer: (granted: boolean) => void
}

/** Opens a purse with that many calls in it; without a limit everything is granted. */
export function openPurse(limit = Number.POSITIVE_INFINITY): Purse {
  const waiting: Waiting[] = []
  let spent = 0
  let held = 0

  /** `undefined`: not now, but perhaps once others have settled. */
  const decide = (calls: number): boolean | undefined => {
    if (spent > limit) return false
    if (spent + held + calls <= limit) return true
    return held > 0 && spent + calls <= limit ? undefined : false
  }
  const grant = (calls: number) => {
    const decision = decide(calls)
    if (decision === true) held += calls
    return decision
  }
  const serve = () => {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      const decision = grant(next.calls)
      if (decision === undefined) return
      waiting.shift()
      next.answer(decision)
    }
  }

  return {
    claim(calls) {
      const decision = waiting.length > 0 && calls > 0 ? undefined : grant(calls)
      return decision === undefined
        ? new Promise((answer) => waiting.push({ calls, answer }))
        : Promise.resolve(decision)
    },
    settle(claimed, used) {
      held -= claimed
      spent += used
      serve()
    },
    get spent() {
      return spent
    },
    get isOverdrawn() {
      return spent > limit
    },
  }
}
