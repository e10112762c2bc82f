/**
 * The target of the proxy figures. It answers /v1/messages at once, with events if the request is for a stream. Prints
 * its URL.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const message = {
  ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'messages-model-1', stop_sequence: null },
  ...{ content: [{ type: 'text', text: 'green apple' }], stop_reason: 'end_turn' },
  usage: { input_tokens: 2, output_tokens: 2 },
}
let count = 0
const server = createServer((incoming, outgoing) => {
  let body = ''
  incoming.on('data', (bytes: Buffer) => {
    body += String(bytes)
  })
  incoming.on('end', () => {
    const id = `msg_${count++}`
    if (body.includes('"stream":true')) {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
      outgoing.write(`event: ping\ndata: {"type":"ping"}\n\n`)
      setTimeout(() => outgoing.end(), 5)
      return
    }
    const text = JSON.stringify({ ...message, id })
    outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text)
  })
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
process.on('SIGTERM', () => server.close(() => process.exit(0)).closeAllConnections())
