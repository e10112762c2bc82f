import { mediaType } from '../model/exchange.ts'
import type { Finding } from '../model/finding.ts'
import type { Observation } from '../model/observation.ts'

/** Statuses that a proxy may have sent. A body that is not JSON may then be the proxy's (interpretation G12). */
export const proxyStatuses: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504, 529])

/** Checks that a JSON body has a JSON content type: `application/json` or another one (interpretation G14). */
export function* saysJson({ exchange }: Observation): Generator<Finding> {
  const actual = mediaType(exchange.response?.headers ?? [])
  if (actual === 'application/json' || actual?.endsWith('+json')) return
  const at = { in: 'header', name: 'content-type' } as const
  yield { message: `content-type is ${actual ?? 'missing'}`, at, expected: 'application/json', actual }
}

/** Checks that a JSON body is in UTF-8 (RFC 8259 §8.1; interpretation G14). */
export function* isUtf8Json({ charset }: Observation): Generator<Finding> {
  if (charset === undefined) return
  const at = { in: 'body', pointer: '' } as const
  yield { message: `JSON has the charset ${charset}; expected UTF-8`, at, expected: 'UTF-8', actual: charset }
}
