/**
 * Starts @musistudio/llms as a user would, on a free port, with one upstream of the chat completions API. It reads the
 * model only from the body. The bodies of content generation do not name one, so a hook copies it from the path.
 */
import { createRequire } from 'node:module'

const { default: Server } = createRequire(import.meta.url)('@musistudio/llms')
const provider = { name: 'upstream', api_base_url: process.env.UPSTREAM, api_key: 'upstream-key', models: ['model'] }
const server = new Server({
  logger: false,
  useJsonFile: false,
  useEnvFile: false,
  useEnvironmentVariables: false,
  initialConfig: { HOST: '127.0.0.1', PORT: '0', providers: [provider] },
})
server.addHook('preHandler', async ({ url, body }) => {
  const model = /^\/v1beta\/models\/([^:?]+):/.exec(url)?.[1]
  if (model !== undefined && typeof body === 'object' && body !== null) body.model = decodeURIComponent(model)
})
await server.start()
const { port } = server.app.server.address()
console.log(`listening on http://127.0.0.1:${port}`)
