/** Memory for the large bodies that arrive at the same time, shared by all clients of a run. */
export interface BytesInFlight {
  /**
   * Resolves to true once there is room for the bytes, which `leave` frees again. Resolves to false if the signal is
   * aborted first.
   */
  enter(bytes: number, signal: AbortSignal): Promise<boolean>
  leave(bytes: number): void
}

interface Waiting {
  readonly bytes: number
  enter(): void
}

/** Manages a number of bytes, first come, first served. A larger body takes all of them. */
export function bytesInFlight(most: number): BytesInFlight {
  const waiting: Waiting[] = []
  let taken = 0
  const hasRoom = (bytes: number): boolean => taken === 0 || taken + bytes <= most
  const admit = (): void => {
    while (waiting[0] !== undefined && hasRoom(waiting[0].bytes)) waiting.shift()!.enter()
  }
  return {
    enter: (bytes, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(false)
        const giveUp = (): void => {
          waiting.splice(waiting.indexOf(one), 1)
          resolve(false)
          admit()
        }
        const one = {
          bytes,
          enter: (): void => {
            taken += bytes
            signal.removeEventListener('abort', giveUp)
            resolve(true)
          },
        }
        signal.addEventListener('abort', giveUp, { once: true })
        waiting.push(one)
        admit()
      }),
    leave(bytes) {
      taken -= bytes
      admit()
    },
  }
}
