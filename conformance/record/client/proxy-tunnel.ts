import { request as askPlainly, type RequestOptions } from 'node:http'
import { request as askSecurely } from 'node:https'
import type { Duplex } from 'node:stream'
import { buildConnector } from 'undici'
import type { HeaderLine } from '../../model/exchange.ts'

/** What a proxy wants to read of whoever has given it a user name in its address. */
export function authorization({ username, password }: URL): readonly HeaderLine[] {
  if (username === '' && password === '') return []
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return [['proxy-authorization', `Basic ${Buffer.from(pair).toString('base64')}`]]
}

/**
 * Connects to https targets through a proxy: asks it for a tunnel (RFC 9110 section 9.3.6) and speaks TLS with the
 * target inside of it. The proxy learns host and port; no request of ours ever reaches it readable.
 */
export function tunnel(proxy: URL, options: buildConnector.BuildOptions): buildConnector.connector {
  const secure = buildConnector(options)
  return (target, callback) => {
    dug(proxy, `${target.hostname}:${target.port || 443}`, options).then(
      (socket) => secure({ ...target, httpSocket: socket as never }, callback),
      (error: Error) => callback(error, null),
    )
  }
}

/** Opens a tunnel. */
function dug(proxy: URL, authority: string, options: buildConnector.BuildOptions): Promise<Duplex> {
  const ask = proxy.protocol === 'https:' ? askSecurely : askPlainly
  const headers = Object.fromEntries([['host', authority], ...authorization(proxy)])
  const { hostname, port } = proxy
  const asking = { ...options, method: 'CONNECT', path: authority, headers, agent: false } as RequestOptions
  return new Promise((resolve, reject) => {
    const request = ask({ ...asking, hostname: hostname.replace(/^\[|\]$/g, ''), ...(port === '' ? {} : { port }) })
    request.once('connect', ({ statusCode = 0 }, socket) => {
      if (statusCode >= 200 && statusCode < 300) return resolve(socket)
      socket.destroy()
      reject(rejection(proxy, statusCode))
    })
    request.once('response', (response) => {
      response.destroy()
      reject(rejection(proxy, response.statusCode ?? 0))
    })
    request.once('timeout', () => request.destroy(new Error('the proxy did not answer in time')))
    request.once('error', (error: NodeJS.ErrnoException) => reject(failure(proxy, error)))
    request.end()
  })
}

/** What the network says of a proxy that does not do its part; neither is the target's doing. */
function rejection({ host }: URL, status: number): Error {
  return Object.assign(new Error(`the proxy ${host} answered ${status}`), { code: `PROXY_STATUS_${status}` })
}

function failure({ host }: URL, error: NodeJS.ErrnoException): Error {
  const code = `PROXY_${error.code ?? 'FAILED'}`
  return Object.assign(new Error(`the proxy ${host}: ${error.message}`, { cause: error }), { code })
}
