/**
 * Starts @musistudio/llms as a user of it does, on a free port, with one upstream that speaks the chat dialect. It takes
 * the model from the body alone: for the content-generation paths, whose body names none, a hook puts it there.
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
