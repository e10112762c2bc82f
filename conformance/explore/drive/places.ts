/** A number of places that are taken and left. */
export interface Places {
  /** Resolves once there is a place: those in a hurry before the others, and else whoever came first. */
  take(isUrgent: boolean): Promise<void>
  leave(): void
}

export function newPlaces(count: number): Places {
  const urgent: (() => void)[] = []
  const waiting: (() => void)[] = []
  let taken = 0
  return {
    async take(isUrgent) {
      if (taken < count) taken += 1
      else await new Promise<void>((resolve) => (isUrgent ? urgent : waiting).push(resolve))
    },
    /** Hands the place over to who waits longest, so that nobody slips in between. */
    leave() {
      const next = urgent.shift() ?? waiting.shift()
      if (next === undefined) taken -= 1
      else next()
    },
  }
}
