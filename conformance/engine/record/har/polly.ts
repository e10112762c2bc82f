import type { JsonObject } from '../evidence/read-json.ts'
import { asObject, asText, headerLines } from './har-json.ts'

/**
 * Joins the pieces of an encoded body. The Node adapter of Polly.JS writes them as a JSON list of base64 texts, earlier
 * versions as hexadecimal ones. Their size is that of the list, so it is dropped.
 */
export function withPiecesJoined(entry: JsonObject): JsonObject {
  const response = asObject(entry['response'])
  const content = asObject(response['content'])
  const text = asText(content['text'])?.trim() ?? ''
  const isBase64 = content['encoding'] === 'base64'
  const isEncoded = headerLines(response['headers']).some(([name]) => name.toLowerCase() === 'content-encoding')
  const pieces = text.startsWith('[') && (isBase64 || isEncoded) ? piecesIn(text) : undefined
  if (pieces === undefined) return entry
  const bytes = joined(pieces, isBase64)
  if (bytes === undefined) return entry
  const { size: _, ...rest } = content
  return {
    ...entry,
    response: { ...response, content: { ...rest, text: bytes.toString('base64'), encoding: 'base64' } },
  }
}

function piecesIn(text: string): readonly string[] | undefined {
  try {
    const list = JSON.parse(text) as unknown
    const isTexts = Array.isArray(list) && list.length > 0 && list.every((piece) => typeof piece === 'string')
    return isTexts ? (list as readonly string[]) : undefined
  } catch {
    return undefined
  }
}

function joined(pieces: readonly string[], isBase64: boolean): Buffer | undefined {
  const isHex = pieces.every((piece) => /^([0-9a-f]{2})+$/i.test(piece))
  if (!isBase64) return isHex ? Buffer.from(pieces.join(''), 'hex') : undefined
  const areBase64 = pieces.every((piece) => /^[A-Za-z0-9+/]*={0,2}$/.test(piece))
  return areBase64 ? Buffer.concat(pieces.map((piece) => Buffer.from(piece, 'base64'))) : undefined
}
