import { httpServer, socketServer } from '../servers.ts'
import type { Hostile } from './hostile.ts'

const ok = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'

function says(text: string): Hostile['start'] {
  return () => socketServer((socket) => socket.end(text))
}

/** Targets that violate HTTP, or use unusual parts of it. */
export const brokenHttp: readonly Hostile[] = [
  { name: 'sends a malformed status line', start: says('HTTP/1.1 two hundred\r\n\r\n') },
  { name: 'sends a status of four digits', start: says('HTTP/1.1 2000 OK\r\ncontent-length: 0\r\n\r\n') },
  { name: 'says nothing that is HTTP', start: says('220 smtp.test ESMTP\r\n\u001b[2J') },
  { name: 'breaks its chunked encoding', start: says(`${ok}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`) },
  { name: 'leaves its last chunk out', start: says(`${ok}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n`) },
  { name: 'promises more than it sends', start: says(`${ok}content-length: 999\r\n\r\n{}`) },
  { name: 'sends more than it promised', status: 1, start: says(`${ok}content-length: 2\r\n\r\n{}{"more":true}`) },
  { name: 'contradicts itself about the length', start: says(`${ok}content-length: 2\r\ncontent-length: 9\r\n\r\n{}`) },
  { name: 'resets at once', start: () => socketServer((socket) => socket.resetAndDestroy(), true) },
  {
    name: 'resets in the middle of a body',
    start: () =>
      socketServer((socket) => {
        socket.write(`${ok}content-length: 999\r\n\r\n{"half":`, () => setImmediate(() => socket.resetAndDestroy()))
      }),
  },
  {
    name: 'speaks HTTP/1.0 and closes',
    status: 1,
    start: says('HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n{}'),
  },
  {
    name: 'sends early hints and then {}',
    status: 1,
    start: says(`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${ok}content-length: 2\r\n\r\n{}`),
  },
  {
    name: 'sends hints for ever',
    start: () =>
      socketServer((socket) => {
        const more = (): void => {
          if (!socket.destroyed)
            socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n', () => setImmediate(more))
        }
        more()
      }),
  },
  {
    // The network decides whether this response arrives before the request; if it does, it answers nothing.
    name: 'answers as soon as somebody connects',
    mayBreak: /^usage\.(reply-|missing-credential-|not-bearer-|unknown-token-)/,
    start: () => socketServer((socket) => socket.write(`${ok}content-length: 2\r\n\r\n{}`), true),
  },
  {
    name: 'answers when it has read one byte',
    status: 1,
    start: () =>
      socketServer((socket) => {
        socket.once('data', () => socket.end(`${ok}content-length: 2\r\nconnection: close\r\n\r\n{}`))
      }, true),
  },
  {
    name: 'upgrades to something else',
    start: says('HTTP/1.1 101 Switching Protocols\r\nupgrade: own\r\nconnection: upgrade\r\n\r\nxxxx'),
  },
  {
    name: 'has connections that flap',
    start: () => {
      let count = 0
      return httpServer((request, response) => {
        count += 1
        if (count % 2 === 0) request.socket.resetAndDestroy()
        else response.setHeader('content-type', 'application/json').end('{}')
      })
    },
    status: 1,
  },
  {
    name: 'puts NUL bytes and escapes into headers and reason',
    start: says('HTTP/1.1 200 \u0000\u001b[31m\r\nx-a: \u0000\u001b[2J\r\ncontent-length: 2\r\n\r\n{}'),
  },
]
