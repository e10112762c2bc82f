import type { JsonObject } from '../evidence/read-json.ts'
import { asNumber, asObject, asText } from '../har/har-json.ts'
import { bodyIn, harEntry, headersIn } from './har-entry.ts'

/** Reads an interaction of go-vcr. It knows durations, but no times. */
export function goVcrEntry(interaction: JsonObject): JsonObject {
  const [request, response] = [asObject(interaction['request']), asObject(interaction['response'])]
  return harEntry({
    method: request['method'],
    url: request['url'],
    requestHeaders: headersIn(request['headers']),
    requestBody: bodyIn(request['body']),
    status: asNumber(response['code']) ?? asNumber(asText(response['status'])?.slice(0, 3)),
    responseHeaders: headersIn(response['headers']),
    responseBody: bodyIn(response['body']),
    durationMs: durationOf(response['duration']),
  })
}

const units: Readonly<Record<string, number>> = {
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
  µs: 1e-3,
  μs: 1e-3,
  us: 1e-3,
  ns: 1e-6,
}

/** Reads a duration as Go writes it, for example `1m2.5s` or `312.5ms`. */
function durationOf(value: unknown): number | undefined {
  const text = asText(value) ?? ''
  const parts = [...text.matchAll(/([\d.]+)(ms|µs|μs|us|ns|h|m|s)/g)]
  if (text === '' || parts.map(([part]) => part).join('') !== text) return undefined
  const sum = parts.reduce((total, [, number, unit]) => total + Number(number) * units[unit!]!, 0)
  return sum > 0 && Number.isFinite(sum) ? sum : undefined
}
