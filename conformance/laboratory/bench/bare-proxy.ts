/** The baseline of the proxy figures: an undici pool behind `node:http`. Prints its URL. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { type Dispatcher, Pool } from 'undici'

const pool = new Pool(process.argv[2] ?? '')
const server = createServer(async (incoming, outgoing) => {
  const { method, url, headers } = incoming
  const { connection: _connection, 'transfer-encoding': _coding, ...others } = headers
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  try {
    const reply = await pool.request({
      path: url ?? '/',
      method: method as Dispatcher.HttpMethod,
      headers: others,
      body: hasBody ? incoming : null,
    })
    const { connection: _own, 'transfer-encoding': _cut, 'keep-alive': _alive, ...rest } = reply.headers
    outgoing.writeHead(reply.statusCode, rest)
    outgoing.flushHeaders()
    await pipeline(reply.body, outgoing)
  } catch {
    outgoing.destroy()
  }
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
process.on('SIGTERM', () => server.close(() => process.exit(0)).closeAllConnections())
