import { startReferenceServer } from '../../reference-server/index.ts'
import { httpServer } from '../servers.ts'
import { startChild } from './child.ts'
import { installed } from './gateways.ts'
import { key } from './judged.ts'
import type { Started, Stranger } from './stranger.ts'

/**
 * Starts Portkey in front of the reference server. The upstream port is fixed beforehand, because the config names it.
 */
async function startPortkey(upstreamPort: number): Promise<Started> {
  const reference = await startReferenceServer({ keys: [key], port: upstreamPort })
  const port = await freePort()
  try {
    const child = await startChild({
      command: process.execPath,
      arguments: [installed('@portkey-ai/gateway/build/start-server.js'), `--port=${port}`, '--headless'],
      says: /(http:\/\/localhost:\d+)/,
    })
    const url = `http://127.0.0.1:${port}`
    return { ...child, url, close: () => child.close().finally(reference.close) }
  } catch (error) {
    await reference.close()
    throw error
  }
}

async function freePort(): Promise<number> {
  const { url, close } = await httpServer(() => {})
  await close()
  return Number(new URL(url).port)
}

const upstream = await freePort()

function through(area: string, provider: string): Readonly<Record<string, unknown>> {
  const host = `http://127.0.0.1:${upstream}/v1`
  return {
    areas: [area],
    extraHeaders: { [area]: { 'x-portkey-provider': provider, 'x-portkey-custom-host': host } },
  }
}

/** @portkey-ai/gateway 1.15 in front of the reference server, which answers correctly. */
export const portkeys: readonly Stranger[] = [
  {
    name: '@portkey-ai/gateway 1.15 for messages',
    start: () => startPortkey(upstream),
    config: { ...through('messages', 'anthropic'), unsupported: ['messages.stream'] },
    breaks: {
      'messages.malformed-json-rejected@messages.create': '500 {"status":"failure","message":"Something went wrong"}',
      'messages.error-object@messages.create': 'that 500 has no error',
      'messages.error-code@messages.create': 'what it passes on of an upstream error has code null',
    },
    alsoTrue: [
      { of: /^messages\.version-missing-rejected@/, saying: /\b200\b/, because: 'it adds a version header of its own' },
      { of: /^messages\.error-/, because: 'the same errors' },
    ],
    neverSay: [
      {
        of: /^messages\.(plain-request-accepted|reply-[a-z-]+|tool-choice-[a-z]+-obeyed|key-[a-z]+-rejected)@/,
        because: 'it passes on what the reference server says',
      },
      {
        of: /^messages\.(?!version-missing|malformed)[a-z-]+-rejected@/,
        because: 'the reference server rejects it with 400, and so does Portkey',
      },
    ],
  },
  {
    name: '@portkey-ai/gateway 1.15 for images',
    start: () => startPortkey(upstream),
    config: { ...through('images', 'openai'), unsupported: ['images.edit', 'images.variation'] },
    breaks: {
      'images.generate-plain-request-accepted@images.generate':
        'it puts dall-e-2 where the request names no model, and nobody knows that one',
    },
    alsoTrue: [],
    neverSay: [
      {
        of: /^images\.(?!generate-plain)[a-z0-9-]+-accepted@images\.generate$/,
        because: 'with the model named it serves each of them (V20)',
      },
      { of: /^images\.reply-/, because: 'the reference server’s replies' },
    ],
  },
]
