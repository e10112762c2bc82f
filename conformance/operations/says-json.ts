import { mediaType } from '../model/exchange.ts'
import type { Finding } from '../model/finding.ts'
import type { Observation } from '../model/observation.ts'

/** Whether a body that is JSON is declared to be: `application/json` or another type of JSON (readings.md G14). */
export function* saysJson({ exchange }: Observation): Generator<Finding> {
  const actual = mediaType(exchange.response?.headers ?? [])
  if (actual === 'application/json' || actual?.endsWith('+json')) return
  const at = { in: 'header', name: 'content-type' } as const
  yield { message: `the content type is ${actual ?? 'missing'}`, at, expected: 'application/json', actual }
}
