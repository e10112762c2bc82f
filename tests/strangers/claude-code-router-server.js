/**
 * Starts claude-code-router as a user would: with a config file in its home directory, on a free port, with one
 * upstream of the chat completions API. It does not announce that it listens, so this polls its port.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'

const port = await new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address()
    server.close(() => resolve(port))
  })
})
const folder = join(homedir(), '.claude-code-router')
const provider = { name: 'upstream', api_base_url: process.env.UPSTREAM, api_key: 'upstream-key', models: ['model'] }
mkdirSync(folder)
writeFileSync(
  join(folder, 'config.json'),
  JSON.stringify({
    APIKEY: process.env.APIKEY,
    HOST: '127.0.0.1',
    PORT: port,
    LOG: false,
    NON_INTERACTIVE_MODE: true,
    Providers: [provider],
    Router: { default: 'upstream,model' },
  }),
)
process.argv[2] = 'start'
await import('@musistudio/claude-code-router/dist/cli.js')
knock()

function knock() {
  const socket = connect(port, '127.0.0.1', () => {
    socket.destroy()
    console.log(`listening on http://127.0.0.1:${port}`)
  })
  socket.on('error', () => setImmediate(knock))
}
