import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { UpstreamFormat } from '../../conformance/core/model/upstream.ts'
import { passBack, sendOn, withoutHops } from '../../conformance/core/server/forward.ts'
import { type CalledAs, ownPath } from './formats.ts'

/** A request to the upstream, and the reference server that answers it. */
export interface Forwarded {
  readonly called: CalledAs | undefined
  readonly body: Buffer
  readonly key: string
  /** The port of the reference server, on this machine. */
  readonly port: number
}

/** Passes a request on to the reference server, under the names of the specification, and its reply back. */
export async function forward(request: IncomingMessage, response: ServerResponse, given: Forwarded): Promise<void> {
  await passBack(await ask(request, response, given), response)
}

/** Rejects a request if the reference server does. Returns whether it was rejected. */
export async function rejected(request: IncomingMessage, response: ServerResponse, given: Forwarded): Promise<boolean> {
  const reply = await ask(request, response, given)
  if (reply.statusCode === 400) await passBack(reply, response)
  else reply.destroy()
  return reply.statusCode === 400
}

function ask(
  { method, url = '/', headers }: IncomingMessage,
  response: ServerResponse,
  { called, body, key, port }: Forwarded,
): Promise<IncomingMessage> {
  const path = called === undefined ? url : withKey(ownPath(url, called.format), key, called.format)
  // Requests that are no calls of a model bring their own key: the reference server looks at it.
  const own = called === undefined ? withoutHops(headers) : ownHeaders(headers, key)
  return sendOn({ host: '127.0.0.1', port, path, method, headers: own, body }, response)
}

/**
 * Writes the key in every form, since the gateway may have sent it in another than the specification's. The version may
 * have any vendor's name, but the headers in which SDKs tell their own version are none.
 */
function ownHeaders(headers: IncomingHttpHeaders, key: string): IncomingHttpHeaders {
  const isVersion = (name: string): boolean => name.endsWith('-version') && !name.startsWith('x-stainless-')
  const named = headers['provider-version'] ?? headers[Object.keys(headers).find(isVersion) ?? '']
  return {
    ...withoutHops(headers),
    ...(named === undefined ? {} : { 'provider-version': named }),
    authorization: `Bearer ${key}`,
    'x-api-key': key,
  }
}

function withKey(path: string, key: string, format: UpstreamFormat | undefined): string {
  if (format !== 'content') return path
  const [before = '', query = ''] = path.split(/\?(.*)/s)
  const parameters = new URLSearchParams(query)
  parameters.set('key', key)
  return `${before}?${parameters}`
}
