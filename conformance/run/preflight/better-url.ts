import { parseJson } from '../../judge/read/parse-json.ts'
import type { Exchange, RecordedRequest } from '../../model/exchange.ts'
import { wholeBody } from '../../model/whole-body.ts'

/** Base URLs on the same origin that people mean when they give this one: parts of its path left out, or one added. */
export function neighboursOf(baseUrl: string): readonly string[] {
  const { origin, pathname } = new URL(baseUrl)
  const segments = pathname.split('/').filter((segment) => segment !== '')
  const shorter = segments.map((_, at) => [origin, ...segments.slice(0, segments.length - 1 - at)].join('/'))
  const longer = ['v1', 'api', 'gateway'].map((segment) => [origin, ...segments, segment].join('/'))
  return [...shorter, ...longer]
}

/** The requests to each neighbour. The first costs nothing; a target that knows the path rejects the second. */
const looks: readonly RecordedRequest[] = [
  {
    method: 'GET',
    path: '/api/usage/token',
    headers: [['authorization', 'Bearer «key:valid»']],
    body: new Uint8Array(),
  },
  {
    method: 'POST',
    path: '/v1/messages',
    headers: [
      ['content-type', 'application/json'],
      ['x-api-key', '«key:valid»'],
      ['provider-version', '2023-06-01'],
    ],
    body: new Uint8Array(Buffer.from('{}')),
  },
]

/** Statuses with which a gateway answers at a path that it knows. */
const known: ReadonlySet<number> = new Set([200, 400, 401, 403, 422])

/** The first neighbour that answers a look with JSON as only a gateway would. `undefined` when there is none. */
export async function betterUrl(
  baseUrl: string,
  ask: (baseUrl: string, look: RecordedRequest) => Promise<Exchange>,
): Promise<string | undefined> {
  for (const neighbour of neighboursOf(baseUrl)) {
    for (const look of looks) {
      const { response } = await ask(neighbour, look)
      const isKnown = response !== null && known.has(response.status)
      if (isKnown && isJson(wholeBody(response.chunks))) return neighbour
    }
  }
  return undefined
}

function isJson(bytes: Uint8Array): boolean {
  const value = parseJson(bytes)
  return typeof value === 'object' && value !== null
}
