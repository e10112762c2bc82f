import type { Socket } from 'node:net'
import type { ConnectionState, IncomingRequest } from '../incoming-request.ts'

/** The state of each open connection before its next request. */
const connections = new WeakMap<Socket, ConnectionState>()

/** Returns the state for the next request on a connection. */
export function connectionStateOf(socket: Socket): ConnectionState {
  return connections.get(socket) ?? { place: 1 }
}

/** Stores a request and the status of its response for the next request on the connection. */
export function rememberOn(
  socket: Socket,
  { endpoint, presented, connection, token }: IncomingRequest,
  status: number,
): void {
  const previous = { endpoint, isRejected: status >= 400, hasCredential: presented.kind !== 'none' }
  const isKnown = token !== undefined || connection?.isKnown === true
  connections.set(socket, { place: (connection?.place ?? 0) + 1, previous, ...(isKnown && { isKnown }) })
}
