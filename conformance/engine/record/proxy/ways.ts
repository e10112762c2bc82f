import { Pool } from 'undici'
import type { ReverseProxyOptions } from './reverse-proxy.ts'

/** The most bytes of the headers of one message. */
export const maxHeaderBytes = 64 * 1024

export interface TargetConnection {
  readonly pool: Pool
  readonly base: URL
  /** The path of the base URL without a trailing slash. */
  readonly basePath: string
}

/** Returns connections to the base URLs of a gateway, each opened when it is first needed. */
export function openTargetConnections({ targetOf, connect }: Pick<ReverseProxyOptions, 'targetOf' | 'connect'>) {
  const ways = new Map<string, TargetConnection>()
  const open = (target: string): TargetConnection => {
    const base = new URL(target)
    const pool = new Pool(base.origin, {
      // No time limit: the duration of a response is a matter between client and target.
      ...{ headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: maxHeaderBytes },
      connect,
    })
    return { base, basePath: base.pathname.replace(/\/+$/, ''), pool }
  }
  return {
    to: (method: string, path: string): TargetConnection => {
      const target = targetOf(method, path)
      const way = ways.get(target) ?? open(target)
      ways.set(target, way)
      return way
    },
    close: async (): Promise<void> => {
      await Promise.all([...ways.values()].map(({ pool }) => pool.destroy()))
    },
  }
}

/**
 * Returns the path and query of a request line; `undefined` if it has no path and must not pass. The host of an
 * absolute form (RFC 9112, section 3.2.2) is ignored, like `Host`, because clients do not choose the target.
 */
export function pathAsked(requestTarget: string): string | undefined {
  const [, absolute] = /^https?:\/\/[^/?#]*(.*)$/i.exec(requestTarget) ?? []
  const path = absolute === undefined ? requestTarget : absolute.startsWith('/') ? absolute : `/${absolute}`
  return !/^\/[\x21-\x7e\x80-\xff]*$/.test(path) || path.includes('#') ? undefined : path
}

/** Returns whether a path could leave the base path of the target: it has a segment `..` in any spelling. */
export function leavesBase(path: string, basePath: string): boolean {
  if (basePath === '') return false
  const [asked = ''] = path.split('?')
  const spelt = asked.replace(/%2e/gi, '.').replace(/%2f|%5c|\\/gi, '/')
  return spelt.split('/').some((segment) => segment.replace(/;.*$/, '') === '..')
}
