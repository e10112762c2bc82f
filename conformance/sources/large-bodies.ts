import type { Deadline } from './deadline.ts'

/** What a body waits for its turn with. */
type Stoppable = Pick<Deadline, 'stopped' | 'onStop'>

/** Lets one large body into memory at a time; what comes of others waits in the network. */
export interface LargeBodies {
  /** Resolves when it is this body's turn, which lasts until `leave`; `false` when its exchange was stopped before. */
  enter(exchange: Stoppable): Promise<boolean>
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
    async enter(exchange) {
      if (isTaken) await turn(waiting, exchange)
      if (exchange.stopped !== undefined) return false
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
function turn(waiting: (() => void)[], exchange: Stoppable): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      letGo()
      resolve()
    }
    waiting.push(wake)
    const letGo = exchange.onStop(() => {
      waiting.splice(waiting.indexOf(wake), 1)
      resolve()
    })
  })
}
