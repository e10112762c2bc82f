import type { Exchange } from '../../model/exchange.ts'

/** Base URLs on the same origin that people mean when they give this one: parts of its path left out, or one added. */
export function neighboursOf(baseUrl: string): readonly string[] {
  const { origin, pathname } = new URL(baseUrl)
  const segments = pathname.split('/').filter((segment) => segment !== '')
  const shorter = segments.map((_, at) => [origin, ...segments.slice(0, segments.length - 1 - at)].join('/'))
  const longer = ['v1', 'api', 'gateway'].map((segment) => [origin, ...segments, segment].join('/'))
  return [...shorter, ...longer]
}

/**
 * The first neighbour at which the token usage endpoint answers with a 200 and JSON, found with one free request each.
 * `undefined` when there is none.
 */
export async function betterUrl(
  baseUrl: string,
  ask: (baseUrl: string) => Promise<Exchange>,
): Promise<string | undefined> {
  for (const neighbour of neighboursOf(baseUrl)) {
    const { response } = await ask(neighbour)
    if (response?.status === 200 && isJson(Buffer.concat(response.chunks.map(({ bytes }) => bytes)))) return neighbour
  }
  return undefined
}

function isJson(bytes: Buffer): boolean {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}
