import type { HeaderLine } from '../../model/exchange.ts'
import { asObject, asText } from './har-json.ts'

/** The header lines of a message, without the pseudo-headers of HTTP/2 (RFC 9113 §8.3), which are none. */
export function headerLines(value: unknown): readonly HeaderLine[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((line): readonly HeaderLine[] => {
    const name = asText(asObject(line)['name'])
    const text = asText(asObject(line)['value'])
    return name === undefined || name === '' || name.startsWith(':') || text === undefined ? [] : [[name, text]]
  })
}
