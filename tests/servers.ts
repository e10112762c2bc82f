import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'

/** A server on loopback. Closing it breaks its connections; closing it again has no effect. */
export interface Listening {
  readonly url: string
  close(): Promise<void>
}

export function httpServer(listener: RequestListener, host?: string): Promise<Listening> {
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    response.on('error', () => {})
    listener(request, response)
  })
  return listening(server, host)
}

/** Returns a port that is free at present. A gateway may need to know the port of its provider before that listens. */
export async function freePort(): Promise<number> {
  const { url, close } = await httpServer(() => {})
  await close()
  return Number(new URL(url).port)
}

/** Starts a server that answers on the raw socket when the head of a request has arrived, or on connect. */
export function socketServer(
  answer: (socket: Socket, head: string) => void,
  whenConnected = false,
): Promise<Listening> {
  const server = createSocketServer((socket) => {
    socket.on('error', () => {})
    if (whenConnected) answer(socket, '')
    else onHeads(socket, (head) => answer(socket, head))
  })
  return listening(server)
}

/** Calls `see` for the head of each request on a connection without pipelining. */
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

/** Starts listening on a free port. The URL begins with https for a TLS server. */
export async function listening(server: Server, host = '127.0.0.1'): Promise<Listening> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket.on('close', () => sockets.delete(socket))))
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const scheme = server instanceof TlsServer ? 'https' : 'http'
  const name = host.includes(':') ? `[${host}]` : host
  return {
    url: `${scheme}://${name}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
