/** Lets one large body into memory at a time; what comes of others waits in the network. */
export interface LargeBodies {
  /** Resolves when it is this body's turn, which lasts until `leave`; `false` when the signal was aborted before. */
  enter(signal: AbortSignal): Promise<boolean>
  /** Time to hand back memory in the middle of a turn; to be asked for after every `stretch` bytes. */
  rest(): Promise<void>
  leave(): void
}

/** So many bytes of a large body leave as much garbage behind as is worth a rest. */
export const stretch = 16 * 1024 * 1024

/** Between one large body and the next `pause` is waited for: time in which the memory of the first is handed back. */
export function oneLargeBody(pause: () => Promise<void> = async () => {}): LargeBodies {
  const waiting: (() => void)[] = []
  let isTaken = false
  return {
    async enter(signal) {
      if (isTaken) await turn(waiting, signal)
      if (signal.aborted) return false
      isTaken = true
      return true
    },
    rest: pause,
    leave() {
      void pause().then(() => {
        isTaken = false
        waiting.shift()?.()
      })
    },
  }
}

/** Resolves when it is woken, or when nobody needs the turn any more. */
function turn(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      signal.removeEventListener('abort', give)
      resolve()
    }
    const give = (): void => {
      waiting.splice(waiting.indexOf(wake), 1)
      resolve()
    }
    waiting.push(wake)
    signal.addEventListener('abort', give, { once: true })
  })
}
