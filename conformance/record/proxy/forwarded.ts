import type { IncomingMessage } from 'node:http'
import { valuesOf } from './hop-by-hop.ts'

/** What a target is told of the client where that is asked for. */
const names = { address: 'x-forwarded-for', scheme: 'x-forwarded-proto', host: 'x-forwarded-host' } as const

/**
 * The headers of a request with `X-Forwarded-*`: the client's address after those of the proxies before, the scheme and the
 * host that it asked for where no proxy before said them. `flat` has names and values in turn.
 */
export function withForwarded(flat: readonly string[], { socket, headers }: IncomingMessage): readonly string[] {
  const before = valuesOf(flat, names.address)
  const others = flat.filter((_, at) => (flat[at - (at % 2)] ?? '').toLowerCase() !== names.address)
  const scheme = 'encrypted' in socket && socket.encrypted === true ? 'https' : 'http'
  return [
    ...others,
    ...[names.address, [...before, socket.remoteAddress ?? 'unknown'].join(', ')],
    ...(valuesOf(flat, names.scheme).length > 0 ? [] : [names.scheme, scheme]),
    ...(valuesOf(flat, names.host).length > 0 || headers.host === undefined ? [] : [names.host, headers.host]),
  ]
}
