import type { ServerResponse } from 'node:http'
import { isObject, itemsOf, member } from '../../../../schemas/json.ts'
import { type Forwarding, type Habits, parsedJson, sendFailure, sendJsonTo } from './pass-through.ts'

export function withPart(instruction: unknown): object {
  return { parts: [...itemsOf(member(instruction, 'parts')), { text: addedLine }] }
}

export function withJson(forwarding: Forwarding, change: (body: Record<string, unknown>) => void): Forwarding {
  const body = parsedJson(forwarding.body)
  if (!isObject(body)) return forwarding
  const changed = structuredClone(body)
  change(changed as Record<string, unknown>)
  return { ...forwarding, body: Buffer.from(JSON.stringify(changed)) }
}

export function withFormField(forwarding: Forwarding, name: string, value: string): Forwarding {
  const boundary = /boundary=(\S+)/.exec(forwarding.headers['content-type'] ?? '')?.[1]
  if (boundary === undefined) return forwarding
  const field = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  return { ...forwarding, body: Buffer.concat([Buffer.from(field), forwarding.body]) }
}

export function withText(forwarding: Forwarding, change: (text: string) => string): Forwarding {
  return { ...forwarding, body: Buffer.from(change(forwarding.body.toString('latin1')), 'latin1') }
}

/** A text that a gateway adds to requests. */
export const addedLine = 'Answer in the cheerful manner of our house.'

const ending: Readonly<Record<string, string>> = {
  messages:
    'event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null}}\n\nevent: message_stop\ndata: {"type":"message_stop"}\n\n',
  content: 'data: {"candidates":[{"content":{"role":"model","parts":[]},"finishReason":"STOP","index":0}]}\n\n',
}

/** Ends a stream as if it were whole, in the format of the request. */
export function endAsWhole(response: ServerResponse): void {
  const isMessages = response.req.url?.startsWith('/v1/messages') === true
  response.end(ending[isMessages ? 'messages' : 'content'])
}

/** Ends a stream with a reason that tells of the trouble. */
export function endWithOwnReason(response: ServerResponse): void {
  const isMessages = response.req.url?.startsWith('/v1/messages') === true
  const events = isMessages
    ? ending['messages']?.replace('end_turn', 'error')
    : ending['content']?.replace('STOP', 'OTHER')
  response.end(events)
}

/** Sends every chunk to the client that came last. */
export function lastClient(): NonNullable<Habits['mixes']> {
  const open: ServerResponse[] = []
  return (response) => {
    if (!open.includes(response)) open.push(response)
    return open.findLast((one) => !one.writableEnded && !one.destroyed) ?? response
  }
}

/** Answers equal requests from a memory. */
export function remembering(): Habits {
  const known = new Map<string, unknown>()
  const nameOf = ({ path, body }: Forwarding): string => `${path} ${body.toString('latin1')}`
  return {
    own(client, response) {
      const found = known.get(nameOf(client))
      if (found === undefined) return false
      sendJsonTo(response, 200, found)
      return true
    },
    seen: (client, reply) => void known.set(nameOf(client), reply),
  }
}

/** Lets a few requests go up at a time; the others wait, for ever if clients that left keep their places. */
export function queueing(most: number, keepsPlaces = false): NonNullable<Habits['turn']> {
  const waiting: (() => void)[] = []
  let under = 0
  return (response) =>
    new Promise((resolve) => {
      const go = (): void => {
        under += 1
        response.once('close', () => {
          if (keepsPlaces && !response.writableFinished) return
          under -= 1
          waiting.shift()?.()
        })
        resolve()
      }
      if (under < most) go()
      else waiting.push(go)
    })
}

/** Lets requests go up in batches: four at a time, or fewer once the last one has waited a little. */
export function batching(): NonNullable<Habits['turn']> {
  let batch: (() => void)[] = []
  const send = (): void => {
    for (const go of batch) go()
    batch = []
  }
  return () =>
    new Promise((resolve) => {
      batch.push(resolve)
      if (batch.length === 4) send()
      else setTimeout(send, 20)
    })
}

type Own = NonNullable<Habits['own']>

/** Answers a request with a failure of the gateway's own. */
function refuse({ path }: Forwarding, response: ServerResponse, status: number, retryAfter?: string): true {
  sendFailure(response, { status, path, message: 'Not now, or not so.', retryAfter })
  return true
}

/** Serves so many requests per second, and answers the others with 429. */
export function limiting(most: number, retryAfter?: string): Own {
  let [served, since] = [0, 0]
  return (client, response) => {
    if (performance.now() - since > 1_000) [served, since] = [0, performance.now()]
    served += 1
    return served > most && refuse(client, response, 429, retryAfter)
  }
}

/** Answers one request, by its number, with a failure. */
export function failingOnce(number: number, status: number): Own {
  let count = 0
  return (client, response) => {
    count += 1
    return count === number && refuse(client, response, status)
  }
}

/** Takes requests for images only if they name a model. Those for variations have none. */
export const needingModel: Own = (client, response) =>
  /^\/v1\/images\/(?:generations|edits)/.test(client.path) &&
  !client.body.includes('"model"') &&
  refuse(client, response, 400)

/** Takes keys for content generation only as bearer tokens. */
export const needingBearer: Own = (client, response) =>
  client.path.startsWith('/v1beta/') && client.headers['authorization'] === undefined && refuse(client, response, 401)

/** Never frees the place of a client that left, and serves nothing once so many places are gone. */
export function losingPlaces(places: number): Own {
  let lost = 0
  return (client, response) => {
    if (lost >= places) return refuse(client, response, 503)
    response.once('close', () => {
      if (!response.writableFinished) lost += 1
    })
    return false
  }
}
