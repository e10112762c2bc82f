/** A number of places that are taken and left. */
export interface Places {
  /** Resolves once there is a place; who came first is served first. */
  take(): Promise<void>
  leave(): void
}

export function newPlaces(count: number): Places {
  const waiting: (() => void)[] = []
  let taken = 0
  return {
    async take() {
      if (taken < count) taken += 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
    },
    /** Hands the place over to who waits longest, so that nobody slips in between. */
    leave() {
      const next = waiting.shift()
      if (next === undefined) taken -= 1
      else next()
    },
  }
}
