import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What is no HTTP, or could be read as two requests, ends its connection. */
export function reject(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request'
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy())
}

/** Tells the client what the target's connection did: a 502 where nothing was said yet, a broken connection after that. */
export function fail(response: ServerResponse, trouble = 'the connection broke'): void {
  if (response.headersSent || response.destroyed) response.destroy()
  else answer(response, 502, `no reply from the target (${trouble})`)
}

/** The proxy's own word. The connection ends with it: nobody knows where the next request begins. */
export function answer(response: ServerResponse, status: number, words: string): void {
  const body = JSON.stringify({ error: { message: `mgi proxy: ${words}` } })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), connection: 'close' }
  response.writeHead(status, headers).end(body)
}
