import { Pool } from 'undici'
import type { ReverseProxyOptions } from './reverse-proxy.ts'

/** The most bytes of the headers of one message. */
export const maxHeaderBytes = 64 * 1024

export interface TargetWay {
  readonly pool: Pool
  readonly base: URL
  /** The path of the base URL, without a slash at its end. */
  readonly basePath: string
}

/** Returns connections to the base URLs of a gateway, each opened when it is first needed. */
export function openWays({ targetOf, connect }: Pick<ReverseProxyOptions, 'targetOf' | 'connect'>) {
  const ways = new Map<string, TargetWay>()
  const open = (target: string): TargetWay => {
    const base = new URL(target)
    const pool = new Pool(base.origin, {
      // The duration of a response is a matter between client and target.
      ...{ headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: maxHeaderBytes },
      ...(connect === undefined ? {} : { connect }),
    })
    return { base, basePath: base.pathname.replace(/\/+$/, ''), pool }
  }
  return {
    to: (method: string, path: string): TargetWay => {
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
