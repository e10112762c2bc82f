import { createHash } from 'node:crypto'
import { type Members, membersOf } from '../../../../schemas/json.ts'
import { type HeaderLine, header } from '../../../core/model/exchange.ts'
import { isPlaceholder } from '../../../core/text/placeholder.ts'
import { hiddenPath, keyLines } from './credentials.ts'
import { asText, headerLines, methodOf } from './har-json.ts'

/** The facts by which copies of one exchange are recognised. */
export interface Fingerprint {
  /** A digest that copies share. */
  readonly digest: string
  /** A digest of the keys in headers, which copies share; absent if none is visible. */
  readonly keys?: string
  /**
   * The start, which copies in one file share, in milliseconds since 1970; absent if it is unknown, or if the digest
   * is enough.
   */
  readonly moment?: number
  /** A digest of the whole response, which a copy of it shares whatever it answers; absent if it was not recorded. */
  readonly response?: string
}

/** The headers by which a target numbers its responses. */
const numbering = ['request-id', 'x-request-id', 'x-goog-request-id', 'apim-request-id', 'cf-ray']

/** The headers that select a version or features, in the words of the specification and in the usual ones. */
const selecting = /^(provider|anthropic)-/

interface Written {
  /** The entry as it was written. */
  readonly bytes: Uint8Array | string
  readonly isOurs: boolean
  /** The start, in milliseconds since 1970. */
  readonly moment: number | undefined
}

/**
 * Returns the fingerprint of an entry. If the response has a request id of the target, copies need the same request and
 * response, regardless of what else the recorder noted. A date alone is that of many responses, so that copies in one
 * file also need the same start. Without either, all their bytes must be equal.
 */
export function fingerprintOf(entry: Members, { bytes, isOurs, moment }: Written): Fingerprint {
  const [request, response] = [membersOf(entry['request']), membersOf(entry['response'])]
  const [sent, received] = [headerLines(request['headers']), headerLines(response['headers'])]
  const whole =
    response['content'] === undefined ? {} : { response: digestOf(JSON.stringify(receivedParts(response, received))) }
  const ids = numbering.filter((name) => header(received, name) !== undefined)
  if (isOurs || (ids.length === 0 && header(received, 'date') === undefined))
    return { digest: digestOf(bytes), ...(isOurs ? {} : whole) }
  // An id that the client sent may be that of several attempts.
  const isNumbered = ids.some((name) => header(sent, name) !== header(received, name))
  const visible = sorted(keyLines(sent).filter(([, key]) => !isPlaceholder(key)))
  return {
    digest: digestOf(JSON.stringify([sentParts(request, sent), receivedParts(response, received)])),
    ...(visible.length === 0 ? {} : { keys: digestOf(JSON.stringify(visible)) }),
    ...(isNumbered || moment === undefined ? {} : { moment }),
    ...whole,
  }
}

function sentParts(request: Members, headers: readonly HeaderLine[]): readonly unknown[] {
  const { method, url, postData } = request
  const selection = sorted(headers).filter(([name]) => selecting.test(name))
  return [asText(method), asText(url), asText(membersOf(postData)['text']), selection]
}

/** Returns a digest that requests share if their method, URL and body do, whatever their keys. */
export function digestOfRequest(request: Members): string {
  const { method, url, postData } = request
  const { text, params } = membersOf(postData)
  return digestOf(JSON.stringify([methodOf(method), hiddenPath(asText(url) ?? '', () => ''), text, params]))
}

function receivedParts(response: Members, headers: readonly HeaderLine[]): readonly unknown[] {
  const content = membersOf(response['content'])
  return [response['status'], headers, asText(content['text']), asText(content['encoding'])]
}

/** Returns header lines in an order of their own, with names in lower case, because recorders differ in both. */
function sorted(lines: readonly HeaderLine[]): readonly HeaderLine[] {
  const named = lines.map(([name, value]): HeaderLine => [name.toLowerCase(), value])
  return named.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
}

function digestOf(text: Uint8Array | string): string {
  return createHash('sha256').update(text).digest('base64')
}
