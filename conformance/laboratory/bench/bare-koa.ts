/** The baseline of the server figure: a Koa app that parses the body and returns a constant. Prints its URL. */
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import Koa from 'koa'

const app = new Koa()
const reply = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'messages-model-1',
  content: [{ type: 'text', text: 'green apple' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 2, output_tokens: 2 },
}
app.use(async (context) => {
  await json(context.req)
  context.body = reply
})
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
process.on('SIGTERM', () => server.close(() => process.exit(0)).closeAllConnections())
