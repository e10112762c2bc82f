/**
 * `node servers.js` answers every request with a message; `node servers.js URL` is a bare undici proxy to that URL. Both
 * print the URL at which they listen.
 */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { type Dispatcher, Pool } from 'undici'

const message = {
  type: 'message',
  role: 'assistant',
  model: 'messages-model-1',
  stop_sequence: null,
  content: [{ type: 'text', text: 'green apple' }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 2, output_tokens: 2 },
}
let count = 0

const answer: RequestListener = (incoming, outgoing) => {
  incoming.resume().on('end', () => {
    const text = JSON.stringify({ ...message, id: `msg_${count++}` })
    outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text)
  })
}

function proxyTo(url: string): RequestListener {
  const pool = new Pool(url)
  return async (incoming, outgoing) => {
    const { connection: _connection, 'transfer-encoding': coding, ...headers } = incoming.headers
    const hasBody = headers['content-length'] !== undefined || coding !== undefined
    try {
      const reply = await pool.request({
        path: incoming.url ?? '/',
        method: incoming.method as Dispatcher.HttpMethod,
        headers,
        body: hasBody ? incoming : null,
      })
      const { connection: _own, 'transfer-encoding': _cut, 'keep-alive': _alive, ...rest } = reply.headers
      outgoing.writeHead(reply.statusCode, rest)
      await pipeline(reply.body, outgoing)
    } catch {
      outgoing.destroy()
    }
  }
}

const target = process.argv[2]
const server = createServer(target === undefined ? answer : proxyTo(target))
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
process.on('SIGTERM', () => server.close(() => process.exit(0)).closeAllConnections())
