import type { Socket } from 'node:net'
import { httpServer, socketServer } from '../servers.ts'
import type { Hostile } from './hostile.ts'

const head = (type: string, more = '') => `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\n${more}`

/** Writes the same text repeatedly until the socket closes. */
function drip(socket: Socket, text: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(text), everyMs)
  socket.on('close', () => clearInterval(timer))
}

/** Targets that keep a client waiting. */
export const silences: readonly Hostile[] = [
  { name: 'never answers', start: () => httpServer(() => {}) },
  { name: 'accepts connections and reads nothing', start: () => socketServer((socket) => socket.pause(), true) },
  {
    name: 'sends headers and then nothing',
    start: () =>
      httpServer((_, response) => response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders()),
  },
  {
    name: 'sends one byte a second for ever',
    start: () =>
      socketServer((socket) => {
        socket.write(`${head('application/json', 'transfer-encoding: chunked\r\n')}\r\n`)
        drip(socket, '1\r\n \r\n', 1000)
      }),
  },
  {
    name: 'sends its headers byte by byte for ever',
    start: () =>
      socketServer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nx: ')
        drip(socket, 'y', 50)
      }),
  },
  {
    name: 'never ends its event stream',
    area: 'messages',
    start: () =>
      socketServer((socket) => {
        socket.write(`${head('text/event-stream', 'transfer-encoding: chunked\r\n')}\r\n`)
        drip(socket, '17\r\ndata: {"type":"ping"}\n\n\r\n', 20)
      }),
  },
]
