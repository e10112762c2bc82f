import { Agent, type Dispatcher } from 'undici'
import type { HeaderLine } from '../../model/exchange.ts'
import { type Environment, proxyFor } from './proxy-settings.ts'
import { authorization, tunnel } from './proxy-tunnel.ts'
import { type Tls, tlsOptions } from './tls.ts'

/** How connections are made. */
export interface PoolOptions {
  /** Milliseconds that making a connection may take. */
  readonly timeoutMs: number
  readonly tls?: Tls
  /** The proxy that all requests go through; without it the environment says which, if any. */
  readonly proxy?: string
  /** Where `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` are looked up; without it nowhere. */
  readonly env?: Environment
}

/** How a request to an address travels: by which dispatcher, addressed how, with which headers beside its own. */
export type Way = (url: URL) => {
  readonly dispatcher: Dispatcher
  readonly address: { readonly origin: string; readonly path: string }
  readonly headers: readonly HeaderLine[]
}

/** Connections to a target, straight or through a proxy. */
export interface Pool {
  readonly way: Way
  /** Ends all connections. */
  close(): Promise<void>
}

/** Shorter than any server's usual patience, so that a connection is seldom reused while the server closes it. */
const keepAliveMs = 1000

/**
 * Opens a pool. An https target is reached through a tunnel, so that a proxy sees its name and nothing else; a request
 * to an http target is handed to the proxy as it is (RFC 9112 section 3.2.2).
 */
export function openPool(options: PoolOptions): Pool {
  const connecting = { ...tlsOptions(options.tls), timeout: options.timeoutMs }
  const direct = newAgent(connecting)
  const tunnels = new Map<string, Agent>()
  const proxies = new Map<string, URL | undefined>()
  const proxyOf = (url: URL): URL | undefined => {
    if (!proxies.has(url.origin)) proxies.set(url.origin, proxyFor(url, options))
    return proxies.get(url.origin)
  }
  const through = (proxy: URL): Agent => {
    const known = tunnels.get(proxy.href) ?? newAgent(tunnel(proxy, connecting))
    tunnels.set(proxy.href, known)
    return known
  }
  return {
    way: (url) => {
      const proxy = proxyOf(url)
      const path = url.pathname + url.search
      if (proxy === undefined) return { dispatcher: direct, address: { origin: url.origin, path }, headers: [] }
      if (url.protocol === 'https:')
        return { dispatcher: through(proxy), address: { origin: url.origin, path }, headers: [] }
      const headers = [['host', url.host], ...authorization(proxy)] as const
      return { dispatcher: direct, address: { origin: proxy.origin, path: url.origin + path }, headers }
    },
    close: async () => {
      await Promise.all([direct, ...tunnels.values()].map((agent) => agent.destroy()))
    },
  }
}

function newAgent(connect: Agent.Options['connect']): Agent {
  return new Agent({
    ...(connect === undefined ? {} : { connect }),
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    pipelining: 1,
  })
}
