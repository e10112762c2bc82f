import type { IncomingMessage } from 'node:http'
import { httpServer, type Listening } from '../servers.ts'
import { spellings } from './forms-of-secrets.ts'

/** Which strings of a reply repeat secrets: those that a client may not interpret, or all. */
export type Echoed = 'free texts' | 'every string'

/** Members whose values a client repeats or shows, and does not interpret. */
const free =
  /^(text|thinking|signature|thoughtSignature|id|message|msg|revised_prompt|request_id|responseId|fileUri|url|description|code)$/
/** Objects that a model fills with values of its own. */
const ownValues = /^(input|args|details)$/

const mark = '\uE000'

/**
 * Starts a gateway in front of a server that repeats secrets in each reply: in strings, names of members, headers,
 * addresses, events and errors, by turns in each spelling.
 */
export function echoingGateway(
  upstream: string,
  secrets: readonly string[],
  echoed: Echoed,
): Promise<Listening & { readonly count: () => number }> {
  const names = Object.keys(spellings)
  let count = 0
  const next = (): string => {
    count += 1
    // The steps share no divisor, so that each secret comes in each spelling.
    const secret = secrets[count % secrets.length]!
    return spellings[names[Math.floor(count / secrets.length) % names.length]!]!(secret)
  }
  const started = httpServer((request, response) => {
    const answered = forwarded(request, upstream).then(async (reply) => {
      const type = reply.headers.get('content-type') ?? ''
      const isText = /json|event-stream|text/.test(type)
      const bytes = Buffer.from(await reply.arrayBuffer())
      const own = `http://${request.headers.host}`
      const body = isText ? echoing(bytes.toString('utf8').replaceAll(upstream, own), type, echoed, next) : bytes
      const types = type === '' ? {} : { 'content-type': type }
      const secret = secrets[count % secrets.length]!
      const location = `/pictures/${encodeURIComponent(secret)}.png`
      if (
        request.method === 'GET' &&
        type.startsWith('image/') &&
        count % 2 === 0 &&
        !request.url?.includes('/pictures/')
      )
        return response.writeHead(302, { location }).end(secret)
      return response
        .writeHead(reply.status, { ...types, 'x-echo': secret, 'request-id': `r-${secret}`, [nameFrom(secret)]: 'x' })
        .end(body)
    })
    // A run that ends closes its connections.
    answered.catch(() => response.destroy())
  })
  return started.then((server) => ({ ...server, count: () => count }))
}

function nameFrom(secret: string): string {
  return `x-${secret.replace(/[^A-Za-z0-9-]/g, '')}`
}

async function forwarded(request: IncomingMessage, upstream: string): Promise<Response> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const { host: _host, connection: _connection, ...headers } = request.headers
  const { method = 'GET', url = '' } = request
  const body = method === 'GET' ? {} : { body: Buffer.concat(pieces) }
  const lines = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string])
  return fetch(upstream + url, {
    method,
    headers: lines.filter(([name]) => !/^(content-length|transfer-encoding|accept-enc|expect)/.test(name)),
    ...body,
  })
}

function echoing(text: string, type: string, echoed: Echoed, next: () => string): string {
  if (!type.includes('event-stream')) return withSecrets(text, echoed, next)
  const lines = text.split('\n').map((line) => {
    if (!line.startsWith('data: {')) return line
    const event = withSecrets(line.slice('data: '.length), echoed, next)
    return cutInTwo(event)
      .map((part) => `data: ${part}`)
      .join('\n\n')
  })
  return `: ${next()}\n${lines.join('\n')}`
}

/** Cuts an event with a text into two, so that some secrets are cut, too. */
function cutInTwo(event: string): readonly string[] {
  const { 0: all = '', 1: text = '' } = /"text_delta","text":("(?:[^"\\]|\\.)*")/.exec(event) ?? []
  if (text === '') return [event]
  const letters = JSON.parse(text) as string
  const parts = [letters.slice(0, -5), letters.slice(-5)]
  return parts.map((part) => event.replace(all, () => `"text_delta","text":${JSON.stringify(part)}`))
}

/** Adds secrets to the strings of a JSON text. Returns a text that is not JSON with a secret after it. */
function withSecrets(text: string, echoed: Echoed, next: () => string): string {
  try {
    const marked = JSON.stringify(markedIn(JSON.parse(text), '', echoed, false))
    return marked.replaceAll(mark, () => next())
  } catch {
    return echoed === 'every string' ? `${text} ${next()}` : text
  }
}

function markedIn(value: unknown, name: string, echoed: Echoed, isOwn: boolean): unknown {
  const isEchoed = echoed === 'every string' || isOwn || free.test(name)
  if (typeof value === 'string') return isEchoed && name !== 'partial_json' ? marked(value, name) : value
  if (Array.isArray(value)) return value.map((item) => markedIn(item, name, echoed, isOwn))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, item]) => {
    return [key, markedIn(item, key, echoed, isOwn || ownValues.test(key))]
  })
  const more = echoed === 'every string' ? [[`x${mark}`, mark]] : []
  return Object.fromEntries([...members, ...more])
}

/** A signature must stay base64, and an address must stay one. */
function marked(value: string, name: string): string {
  if (/^https?:/.test(value)) return `${value}?k=${mark}`
  return /signature/i.test(name) ? value : `${value}${mark}`
}
