import { mediaType } from '../model/exchange.ts'
import type { Finding } from '../model/finding.ts'
import type { Observation } from '../model/observation.ts'

/** Whether a body that is JSON is declared to be: `application/json` or another type of JSON (interpretation G14). */
export function* saysJson({ exchange }: Observation): Generator<Finding> {
  const actual = mediaType(exchange.response?.headers ?? [])
  if (actual === 'application/json' || actual?.endsWith('+json')) return
  const at = { in: 'header', name: 'content-type' } as const
  yield { message: `content-type is ${actual ?? 'missing'}`, at, expected: 'application/json', actual }
}

/** Whether a JSON body is in UTF-8, as JSON between systems is (RFC 8259 §8.1; interpretation G14). */
export function* isUtf8Json({ charset }: Observation): Generator<Finding> {
  if (charset === undefined) return
  const at = { in: 'body', pointer: '' } as const
  yield { message: `JSON has the charset ${charset}; expected UTF-8`, at, expected: 'UTF-8', actual: charset }
}
