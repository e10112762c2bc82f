import type { ServerResponse } from 'node:http'
import { httpServer, type Listening } from '../servers.ts'

const words = ['A plain answer', ' of some words,', ' to be streamed in pieces.']
const usage = { prompt_tokens: 4, completion_tokens: 12, total_tokens: 16 }

/** Starts an upstream of the chat completions API, as gateways use it. It always answers the same text. */
export function startChatUpstream(): Promise<Listening> {
  return httpServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const isStreamed = /"stream"\s*:\s*true/.test(Buffer.concat(parts).toString())
    if (isStreamed) stream(response)
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole()))
  })
}

let count = 0

function envelope(object: string): Readonly<Record<string, unknown>> {
  count += 1
  return { id: `chatcmpl-${count}`, object, created: 1_700_000_000, model: 'model' }
}

function whole(): unknown {
  const message = { role: 'assistant', content: words.join('') }
  return { ...envelope('chat.completion'), choices: [{ index: 0, message, finish_reason: 'stop' }], usage }
}

function stream(response: ServerResponse): void {
  const head = envelope('chat.completion.chunk')
  const choices = words.map((content) => [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }])
  const chunks = [...choices, [{ index: 0, delta: {}, finish_reason: 'stop' }]].map((one) => ({
    ...head,
    choices: one,
  }))
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const chunk of [...chunks, { ...head, choices: [], usage }]) response.write(`data: ${JSON.stringify(chunk)}\n\n`)
  response.end('data: [DONE]\n\n')
}
