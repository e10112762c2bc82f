import type { Socket } from 'node:net'
import type { Connection, IncomingRequest } from '../incoming-request.ts'

/** The state of each open connection before its next request. */
const connections = new WeakMap<Socket, Connection>()

/** The place that the next request has on a connection. */
export function connectionOf(socket: Socket): Connection {
  return connections.get(socket) ?? { place: 1 }
}

/** Remembers a request and the status of its answer for the next request on the connection. */
export function rememberOn(
  socket: Socket,
  { endpoint, presented, connection, token }: IncomingRequest,
  status: number,
): void {
  const previous = { endpoint, isRejected: status >= 400, hasCredential: presented.kind !== 'none' }
  const isKnown = token !== undefined || connection?.isKnown === true
  connections.set(socket, { place: (connection?.place ?? 0) + 1, previous, ...(isKnown && { isKnown }) })
}
