import { createServer, request as forward, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Anthropic from '@anthropic-ai/sdk'
import { FunctionCallingConfigMode, GoogleGenAI } from '@google/genai'
import OpenAI, { toFile } from 'openai'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ReferenceServer, startReferenceServer } from '../../../../reference-server/index.ts'
import { whileProxying } from './while-proxying.fixture.ts'

/** An exchange as seen at one end: path, request bytes, status, response bytes. */
type Seen = readonly [path: string, sent: string, status: number, received: string]

const atTarget: Seen[] = []
const atClient: Seen[] = []
let server: ReferenceServer
/** A proxy in front of the reference server that records every byte. */
const witness = createServer(async (incoming, outgoing) => {
  const sent = await whole(incoming)
  const { method, url = '', rawHeaders } = incoming
  const onward = forward(server.url + url, { method, headers: rawHeaders, agent: false }, async (reply) => {
    outgoing.writeHead(reply.statusCode ?? 0, reply.rawHeaders)
    const parts: Buffer[] = []
    for await (const part of reply) {
      parts.push(part as Buffer)
      outgoing.write(part)
    }
    atTarget.push([url, digest(sent), reply.statusCode ?? 0, digest(Buffer.concat(parts))])
    outgoing.end()
  })
  onward.end(sent)
})
const usualFetch = globalThis.fetch

beforeAll(async () => {
  server = await startReferenceServer()
  await new Promise<void>((resolve) => witness.listen(0, '127.0.0.1', resolve))
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    // A client fetches a `data:` URL to detect the features of its fetch.
    if (!request.url.startsWith('http')) return usualFetch(request)
    const sent = Buffer.from(await request.clone().arrayBuffer())
    const response = await usualFetch(request)
    const { pathname, search } = new URL(request.url)
    const copy = response.clone().arrayBuffer()
    void copy.then((bytes) =>
      atClient.push([pathname + search, digest(sent), response.status, digest(Buffer.from(bytes))]),
    )
    return response
  }
})
afterAll(async () => {
  globalThis.fetch = usualFetch
  witness.close().closeAllConnections()
  await server.close()
})
beforeEach(() => {
  atTarget.splice(0)
  atClient.splice(0)
})

async function whole(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Compares bodies directly: the reference server does not compress, so the fetch of clients changes nothing. */
function digest(bytes: Buffer): string {
  return bytes.toString('base64')
}

const witnessUrl = (): string => `http://127.0.0.1:${(witness.address() as AddressInfo).port}`

async function sameAtBothEnds(client: (url: string) => Promise<void>, judged: number, read?: string): Promise<void> {
  await whileProxying(
    ['--target', witnessUrl()],
    async (url) => {
      await client(url)
      await expect.poll(() => atClient.length).toBe(atTarget.length)
    },
    ({ status, report, err }) => {
      expect(atTarget).toHaveLength(judged)
      expect([...atClient].sort()).toEqual([...atTarget].sort())
      expect({ status, err }).toEqual({ status: 0, err: expect.not.stringContaining('failed: ') })
      expect(report.summary).toMatchObject({ verdict: 'no-new-failure', requests: judged })
      expect(report.source).toBe('proxy')
      if (read !== undefined) expect(report.limits).toContain(`read by the usual names of vendors: ${read}`)
    },
  )
}

async function picture(): Promise<Buffer> {
  const blank = { width: 64, height: 64, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0 } } as const
  return sharp({ create: blank }).png().toBuffer()
}

test('the Anthropic client without settings gets identical bytes for texts, streams, tools, pictures and rejections', async () => {
  const ask = {
    model: 'messages-model-1',
    max_tokens: 200,
    messages: [{ role: 'user', content: 'Please name a calm colour ☂' }],
  } satisfies Anthropic.MessageCreateParams
  await sameAtBothEnds(
    async (baseURL) => {
      const client = new Anthropic({ baseURL, apiKey: 'test-key', maxRetries: 0 })
      const message = await client.messages.create(ask)
      expect((await client.messages.stream(ask).finalMessage()).content).toEqual(message.content)
      await expect(client.messages.create({ ...ask, max_tokens: 0 })).rejects.toThrow('400')
      const tools = [{ name: 'mix_colours', input_schema: { type: 'object' as const } }]
      await client.messages.stream({ ...ask, tools, tool_choice: { type: 'any' } }).finalMessage()
      const source = { type: 'base64', media_type: 'image/png', data: (await picture()).toString('base64') } as const
      const messages = [{ role: 'user' as const, content: [{ type: 'image' as const, source }] }]
      await client.messages.create({ ...ask, messages }, { headers: { 'anthropic-beta': 'beta-1' } })
    },
    5,
    'anthropic-version as provider-version (5 requests), anthropic-beta as provider-beta (1 request)',
  )
})

test('the OpenAI client gets identical bytes for generated, edited and varied images', async () => {
  await sameAtBothEnds(async (url) => {
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'test-key', maxRetries: 0 })
    const image = await toFile(await picture(), 'image.png', { type: 'image/png' })
    const b64 = { response_format: 'b64_json', size: '256x256' } as const
    await client.images.generate({ prompt: 'a kite', ...b64, model: 'image-model-1' })
    await client.images.edit({ image, prompt: 'more sky', ...b64 })
    await client.images.createVariation({ image, ...b64 })
  }, 3)
})

const googleKey = (requests: number) => `x-goog-api-key as the key (${requests} requests)`

test.each([
  ['v1beta', googleKey(5)],
  ['v1', `/v1/models/ as /v1beta/models/ (5 requests), ${googleKey(5)}`],
])('the Google client for %s gets identical bytes for texts, streams, tools and pictures', async (apiVersion, read) => {
  const ask = { model: 'content-model-1', contents: 'Please name a calm colour' }
  await sameAtBothEnds(
    async (baseUrl) => {
      const { models } = new GoogleGenAI({ apiKey: 'test-key', apiVersion, httpOptions: { baseUrl } })
      const { text } = await models.generateContent(ask)
      let heard = ''
      for await (const chunk of await models.generateContentStream(ask)) heard += chunk.text ?? ''
      expect(heard).toBe(text)
      const mode = FunctionCallingConfigMode.ANY
      const tools = [{ functionDeclarations: [{ name: 'mix_colours' }] }]
      const config = { tools, toolConfig: { functionCallingConfig: { mode } } }
      const { functionCalls } = await models.generateContent({ ...ask, config })
      expect(functionCalls?.[0]?.name).toBe('mix_colours')
      for await (const _ of await models.generateContentStream({ ...ask, config }));
      const inlineData = { mimeType: 'image/png', data: (await picture()).toString('base64') }
      await models.generateContent({ ...ask, contents: [ask.contents, { inlineData }] })
    },
    5,
    read,
  )
})
