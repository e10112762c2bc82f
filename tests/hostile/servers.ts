import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net'

/** A server that listens on loopback. */
export interface Listening {
  readonly url: string
  close(): Promise<void>
}

/** Starts a server that keeps to HTTP; what it does within it is its own business. */
export function httpServer(listener: RequestListener): Promise<Listening> {
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    response.on('error', () => {})
    listener(request, response)
  })
  return listening(server, () => server.closeAllConnections())
}

/** Starts a server that does what it likes with a socket, each time the head of a request has come in. */
export function socketServer(
  answer: (socket: Socket, head: string) => void,
  whenConnected = false,
): Promise<Listening> {
  const sockets = new Set<Socket>()
  const server = createSocketServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    if (whenConnected) answer(socket, '')
    else onHeads(socket, (head) => answer(socket, head))
  })
  return listening(server, () => {
    for (const socket of sockets) socket.destroy()
  })
}

/** Calls back for the head of each request on a connection that sends one at a time. */
function onHeads(socket: Socket, see: (head: string) => void): void {
  let text = ''
  let left = 0
  socket.on('data', (data) => {
    const body = Math.min(left, data.length)
    left -= body
    text += data.toString('latin1', body)
    const end = text.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = text.slice(0, end)
    left += Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0) - (text.length - end - 4)
    text = ''
    see(head)
  })
}

async function listening(server: Server, drop: () => void): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        drop()
      }),
  }
}
