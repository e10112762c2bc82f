import { request as askPlainly, type RequestOptions } from 'node:http'
import { request as askSecurely } from 'node:https'
import type { Duplex } from 'node:stream'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import type { HeaderLine } from '../../../core/model/exchange.ts'
import { type Connections, numberConnections } from './connections.ts'
import { type Environment, proxyFor, proxyLogin } from './proxy-settings.ts'
import { type Tls, tlsOptions } from './tls.ts'

export interface PoolOptions {
  /** The time limit of connecting in milliseconds. */
  readonly timeoutMs: number
  readonly tls?: Tls
  /** The proxy for all requests. Defaults to that of the environment, if any. */
  readonly proxy?: string
  /** The environment with `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`. Empty by default. */
  readonly env?: Environment
}

/**
 * Returns the dispatcher, the address and additional headers for a request to a URL. Requests with the same
 * `connection` share one.
 */
export type Way = (
  url: URL,
  connection?: string,
) => {
  readonly dispatcher: Dispatcher
  readonly address: { readonly origin: string; readonly path: string }
  readonly headers: readonly HeaderLine[]
}

/** Connections to a target, direct or through a proxy. */
export interface Pool {
  readonly way: Way
  readonly connections: Connections
  close(): Promise<void>
}

/**
 * The keep-alive timeout. It is shorter than that of most servers, so that a connection is rarely reused while the
 * server closes it.
 */
const keepAliveMs = 1000
/**
 * The keep-alive timeout of a probe's connection. It allows pauses between the requests, and is still shorter than that
 * of most servers.
 */
const oneConnectionMs = 4000

/**
 * Opens a pool. An https target is reached through a tunnel, so that a proxy only sees its name. A request to an http
 * target is sent to the proxy unchanged (RFC 9112 section 3.2.2).
 */
export function openPool(options: PoolOptions): Pool {
  const connecting = { ...tlsOptions(options.tls), timeout: options.timeoutMs }
  const agents = new Map<string, Agent>()
  const agentFor = (connection: string | undefined, proxy?: URL): Agent => {
    const name = JSON.stringify([connection, proxy?.href])
    const known = agents.get(name)
    if (known !== undefined) return known
    const made = newAgent(proxy === undefined ? connecting : tunnel(proxy, connecting), connection !== undefined)
    agents.set(name, made)
    return made
  }
  const proxies = new Map<string, URL | undefined>()
  const proxyOf = (url: URL): URL | undefined => {
    if (!proxies.has(url.origin)) proxies.set(url.origin, proxyFor(url, options))
    return proxies.get(url.origin)
  }
  const connections = numberConnections()
  return {
    connections,
    way: (url, connection) => {
      const proxy = proxyOf(url)
      const path = url.pathname + url.search
      if (proxy === undefined)
        return { dispatcher: agentFor(connection), address: { origin: url.origin, path }, headers: [] }
      if (url.protocol === 'https:')
        return { dispatcher: agentFor(connection, proxy), address: { origin: url.origin, path }, headers: [] }
      const headers = [['host', url.host], ...authorization(proxy)] as const
      return { dispatcher: agentFor(connection), address: { origin: proxy.origin, path: url.origin + path }, headers }
    },
    close: async () => {
      connections.close()
      await Promise.all([...agents.values()].map((agent) => agent.destroy()))
    },
  }
}

function newAgent(connect: Agent.Options['connect'], isOneConnection: boolean): Agent {
  const keepAliveTimeout = isOneConnection ? oneConnectionMs : keepAliveMs
  return new Agent({
    connect,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout,
    keepAliveMaxTimeout: keepAliveTimeout,
    ...(isOneConnection ? { connections: 1 } : {}),
    pipelining: 1,
  })
}

/** Returns the header with the user name and password in the address of a proxy. */
function authorization(proxy: URL): readonly HeaderLine[] {
  const { username, password } = proxyLogin(proxy)
  if (username === '' && password === '') return []
  const pair = `${username}:${password}`
  return [['proxy-authorization', `Basic ${Buffer.from(pair).toString('base64')}`]]
}

/**
 * Connects to https targets through a tunnel (RFC 9110 section 9.3.6). The proxy only sees host and port, and the
 * requests are encrypted.
 */
function tunnel(proxy: URL, options: buildConnector.BuildOptions): buildConnector.connector {
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

/** Returns the network error for a proxy that rejects a tunnel. */
function rejection({ host }: URL, status: number): Error {
  return Object.assign(new Error(`the proxy ${host} answered ${status}`), { code: `PROXY_STATUS_${status}` })
}

function failure({ host }: URL, error: NodeJS.ErrnoException): Error {
  const code = `PROXY_${error.code ?? 'FAILED'}`
  return Object.assign(new Error(`the proxy ${host}: ${error.message}`, { cause: error }), { code })
}
