import { subscribe, unsubscribe } from 'node:diagnostics_channel'

/** Numbers the connections of a pool, from 1 in the order of their first request. */
export interface Connections {
  /** Tells the number of the connection of a request that is about to be written. */
  onWritten(tell: (connection: number) => void): void
  close(): void
}

/** The public diagnostics channel of undici. It is published, synchronously, right after a request is started. */
const channel = 'undici:client:sendHeaders'

export function numberConnections(): Connections {
  const numbers = new WeakMap<object, number>()
  let last = 0
  let waiting: ((connection: number) => void) | undefined
  const onHeaders = (message: unknown): void => {
    const tell = waiting
    waiting = undefined
    if (tell === undefined) return
    const { socket } = message as { readonly socket: object }
    const known = numbers.get(socket) ?? last + 1
    last = Math.max(last, known)
    numbers.set(socket, known)
    tell(known)
  }
  subscribe(channel, onHeaders)
  return {
    onWritten: (tell) => {
      waiting = tell
    },
    close: () => void unsubscribe(channel, onHeaders),
  }
}
