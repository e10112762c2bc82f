import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, expect, test } from 'vitest'
import { scratch } from '../package/consumer.ts'
import { pythonWith } from '../python-with.ts'
import { freePort } from '../servers.ts'
import { behind, failedBehind, messagesBehind, sharedKey } from './behind.ts'
import { startChild } from './child.ts'
import { beside, installed } from './gateways.ts'

/** claude-code-router has the same library inside. */
const failuresOfLlms = [
  'upstream.request-complete@messages.create',
  'upstream.request-complete@messages.stream',
  'upstream.counts@messages.stream',
  'upstream.errors-mapped@messages.create',
  'upstream.errors-mapped@messages.stream',
  'upstream.cut-stream-not-complete@messages.stream',
  'upstream.aborts@messages.stream',
  'upstream.credentials@messages.create',
  'upstream.credentials@messages.stream',
]

const { folder, remove } = scratch()
afterAll(remove)

test('@musistudio/llms loses stop sequences and counts, ends garbled streams and tells stack traces', async () => {
  const port = await freePort()
  const gateway = await startChild({
    command: process.execPath,
    arguments: [beside('llms-server.js')],
    env: { UPSTREAM: `http://127.0.0.1:${port}/v1/chat/completions` },
    says: /listening on (http:\S+)/,
  })
  try {
    const section = await behind(gateway.url, {
      cwd: folder(),
      areas: ['messages'],
      models: { messages: 'upstream,model' },
      upstream: { port, key: 'upstream-key' },
    })
    expect(failedBehind(section)).toEqual(failuresOfLlms)
    expect(messagesBehind(section, 'upstream.request-complete').join('\n')).toMatch(
      /^stop_sequences\[0\] did not arrive/m,
    )
  } finally {
    await gateway.close()
  }
})

test('@portkey-ai/gateway passes requests and replies on, and its errors have another form', async () => {
  const port = await freePort()
  const own = await freePort()
  const gateway = await startChild({
    command: process.execPath,
    arguments: [installed('@portkey-ai/gateway/build/start-server.js'), `--port=${own}`, '--headless'],
    says: /(http:\/\/localhost:\d+)/,
  })
  try {
    const section = await behind(`http://127.0.0.1:${own}`, {
      cwd: folder(),
      areas: ['messages'],
      unsupported: ['messages.stream'],
      extraHeaders: {
        messages: { 'x-portkey-provider': 'anthropic', 'x-portkey-custom-host': `http://127.0.0.1:${port}/v1` },
      },
      upstream: { port, key: sharedKey },
    })
    expect(failedBehind(section)).toEqual([
      'upstream.errors-mapped@messages.create',
      'upstream.credentials@messages.create',
    ])
    expect(messagesBehind(section, 'upstream.credentials')).toEqual(['the upstream’s address reached the client'])
  } finally {
    await gateway.close()
  }
})

test('claude-code-router loses what @musistudio/llms loses, behind a key of its own', async () => {
  const port = await freePort()
  const gateway = await startChild({
    command: process.execPath,
    arguments: [beside('claude-code-router-server.js')],
    env: { UPSTREAM: `http://127.0.0.1:${port}/v1/chat/completions`, APIKEY: sharedKey },
    says: /listening on (http:\S+)/,
  })
  try {
    const section = await behind(gateway.url, {
      cwd: folder(),
      areas: ['messages'],
      models: { messages: 'upstream,model' },
      upstream: { port, key: 'upstream-key' },
    })
    expect(failedBehind(section)).toEqual(failuresOfLlms)
  } finally {
    await gateway.close()
  }
})

/** A gateway from PyPI that runs as an application of uvicorn, and what it gets wrong. */
const inPython = [
  {
    gateway: 'claude-code-proxy 0.1.5',
    packages: ['claude-code-proxy==0.1.5'],
    application: 'server.fastapi:app',
    env: (port: number) => ({
      OPENAI_API_KEY: 'key-of-the-upstream',
      OPENAI_API_BASE: `http://127.0.0.1:${port}/v1`,
      OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      LITELLM_LOCAL_MODEL_COST_MAP: 'True',
    }),
    options: { areas: ['messages'], models: { messages: 'claude-sonnet' } },
    upstreamKey: 'key-of-the-upstream',
    // Errors are waited for longer than the experiment waits: the library behind it tries again.
    fails: [
      'upstream.request-complete@messages.create',
      'upstream.request-complete@messages.stream',
      'upstream.reply-complete@messages.create',
      'upstream.stream-equals-plain@messages.stream',
      'upstream.counts@messages.create',
      'upstream.counts@messages.stream',
    ],
  },
  {
    gateway: 'openai-forward 0.8.1',
    // It reads YAML, and does not say that it needs this.
    packages: ['openai-forward==0.8.1', 'pyyaml==6.0.4'],
    application: 'openai_forward.app:app',
    env: (port: number) => ({
      FORWARD_CONFIG: JSON.stringify([{ base_url: `http://127.0.0.1:${port}`, route: '/', type: 'general' }]),
    }),
    options: { areas: ['images'] },
    upstreamKey: sharedKey,
    fails: ['upstream.errors-mapped', 'upstream.credentials'].flatMap((id) =>
      ['images.generate', 'images.edit', 'images.variation'].map((on) => `${id}@${on}`),
    ),
  },
] as const

test.for(inPython)('$gateway', async (one, { skip }) => {
  const { packages, application, env, options, upstreamKey, fails } = one
  const home = folder()
  const python = await pythonWith(packages, home)
  if ('missing' in python) return skip(python.missing)
  const port = await freePort()
  const gateway = await startChild({
    command: python.interpreter,
    arguments: [beside('uvicorn-server.py'), application],
    env: env(port),
    says: /listening on (http:\S+)/,
  })
  try {
    const section = await behind(gateway.url, {
      cwd: folder(),
      ...options,
      areas: [...options.areas],
      upstream: { port, key: upstreamKey },
    })
    expect(failedBehind(section)).toEqual(fails)
  } finally {
    await gateway.close()
  }
})

test('LiteLLM names its provider’s address in replies, and its errors have another form', async ({ skip }) => {
  const home = folder()
  const python = await pythonWith(['litellm[proxy]==1.108.7'], home)
  if ('missing' in python) return skip(python.missing)
  const [port, own] = [await freePort(), await freePort()]
  const config = join(home, 'litellm.yaml')
  writeFileSync(config, liteLlmConfig(port))
  const gateway = await startChild({
    command: python.interpreter,
    arguments: [
      ...['-c', 'from litellm import run_server; run_server()', '--config', config],
      ...['--host', '127.0.0.1', '--port', String(own)],
    ],
    env: { LITELLM_LOCAL_MODEL_COST_MAP: 'True' },
    says: /Uvicorn running on (http:\S+)/,
  })
  try {
    const section = await behind(gateway.url, {
      cwd: folder(),
      areas: ['messages', 'content-generation'],
      models: { messages: 'messages-model', 'content-generation': 'content-model' },
      upstream: { port, key: 'key-of-the-upstream' },
    })
    const textOperations = ['content.generate', 'content.stream', 'messages.create', 'messages.stream']
    expect(failedBehind(section)).toEqual([
      // It drops `format` from schemas of replies, and `enableEnhancedCivicAnswers`.
      ...['content.generate', 'content.stream'].map((on) => `upstream.request-complete@${on}`),
      ...textOperations.map((on) => `upstream.errors-mapped@${on}`),
      // Plain replies of messages do not name it.
      ...textOperations.filter((on) => on !== 'messages.create').map((on) => `upstream.credentials@${on}`),
    ])
  } finally {
    await gateway.close()
  }
})

/** A gateway from PyPI with a command of its own. */
const byCommand = [
  {
    gateway: 'ant2oai 0.1.6',
    packages: ['ant2oai==0.1.6'],
    arguments: (port: number, own: number) => [
      ...['-c', 'from a2o.cli import main; main()', '--upstream', `http://127.0.0.1:${port}/v1/chat/completions`],
      ...['--model', 'upstream-model', '--port', String(own)],
    ],
    env: () => ({}),
    area: 'messages',
    upstreamKey: sharedKey,
    fails: [
      'upstream.request-complete@messages.create',
      'upstream.request-complete@messages.stream',
      'upstream.errors-mapped@messages.create',
      'upstream.errors-mapped@messages.stream',
      'upstream.cut-stream-not-complete@messages.stream',
    ],
  },
  {
    gateway: 'gemini-calo 0.7.3',
    packages: ['gemini-calo==0.7.3'],
    arguments: () => [beside('gemini-calo-server.py')],
    env: (port: number, own: number) => ({
      UPSTREAM: `http://127.0.0.1:${port}`,
      GEMINI_CALO_API_KEYS: 'key-of-the-upstream',
      GEMINI_CALO_PROXY_API_KEYS: sharedKey,
      GEMINI_CALO_HTTP_PORT: String(own),
    }),
    area: 'content-generation',
    upstreamKey: 'key-of-the-upstream',
    fails: ['upstream.errors-mapped@content.generate', 'upstream.errors-mapped@content.stream'],
  },
] as const

test.for(byCommand)('$gateway', async (one, { skip }) => {
  const python = await pythonWith(one.packages, folder())
  if ('missing' in python) return skip(python.missing)
  const [port, own] = [await freePort(), await freePort()]
  const gateway = await startChild({
    command: python.interpreter,
    arguments: one.arguments(port, own),
    env: one.env(port, own),
    says: /Uvicorn running on (http:\S+)/,
  })
  try {
    const upstream = { port, key: one.upstreamKey }
    const section = await behind(gateway.url, { cwd: folder(), areas: [one.area], upstream })
    expect(failedBehind(section)).toEqual(one.fails)
  } finally {
    await gateway.close()
  }
})

/** Returns the recipe of docs/upstream.md for an upstream on a port. */
function liteLlmConfig(port: number): string {
  const model = (name: string, provider: string) => ({
    model_name: name,
    litellm_params: {
      model: `${provider}/${name}`,
      api_base: `http://127.0.0.1:${port}`,
      api_key: 'key-of-the-upstream',
    },
  })
  return JSON.stringify({
    model_list: [model('messages-model', 'anthropic'), model('content-model', 'gemini')],
    general_settings: { master_key: sharedKey },
  })
}
