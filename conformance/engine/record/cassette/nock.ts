import { isUtf8 } from 'node:buffer'
import type { HeaderLine } from '../../../core/model/exchange.ts'
import type { JsonObject } from '../evidence/read-json.ts'
import { asText } from '../har/har-json.ts'
import { type CassetteBody, harEntry, headersIn } from './har-entry.ts'

/** Reads a definition of nock's recorder (`output_objects`, `nock.back`), which writes no times. */
export function nockEntry(definition: JsonObject): JsonObject {
  const { scope, method, path, body, status, response, rawHeaders, reqheaders, responseIsBinary } = definition
  const headers = headersOf(rawHeaders ?? definition['headers'])
  const isEncoded = headers.some(([name]) => name.toLowerCase() === 'content-encoding')
  return harEntry({
    method,
    url: `${(asText(scope) ?? '').replace(/^(https:.*):443$|^(http:.*):80$/, '$1$2')}${asText(path) ?? ''}`,
    // Request headers are recorded only on demand.
    requestHeaders: headersIn(reqheaders),
    requestBody: binaryIn(body) ?? bodyOf(body, false),
    status,
    responseHeaders: headers,
    responseBody: bodyOf(response, isEncoded || responseIsBinary === true),
  })
}

/** Reads a list of names and values in turn, or a map. */
function headersOf(value: unknown): readonly HeaderLine[] {
  if (!Array.isArray(value)) return headersIn(value)
  return value.flatMap((name, index): readonly HeaderLine[] =>
    index % 2 === 0 && index + 1 < value.length ? [[String(name), String(value[index + 1])]] : [],
  )
}

/** Reads a request body in hexadecimal, which nock writes if the bytes are not UTF-8, as in a form with a file. */
function binaryIn(body: unknown): Uint8Array | undefined {
  if (typeof body !== 'string' || !/^([0-9a-f]{2})+$/.test(body)) return undefined
  const bytes = Buffer.from(body, 'hex')
  return isUtf8(bytes) ? undefined : new Uint8Array(bytes)
}

/**
 * Reads a body. nock parses JSON, so it is written as text again. Encoded and binary bodies are hexadecimal, in one or
 * more pieces.
 */
function bodyOf(value: unknown, isHex: boolean): CassetteBody {
  if (isHex) {
    const pieces = [value].flat()
    const hex = pieces.join('')
    const isWritten = pieces.every((piece) => typeof piece === 'string') && /^([0-9a-f]{2})*$/i.test(hex)
    if (isWritten) return new Uint8Array(Buffer.from(hex, 'hex'))
  }
  if (typeof value === 'string') return value
  return value === undefined || value === null ? undefined : JSON.stringify(value)
}
