import { type HeaderLine, header } from '../../../core/model/exchange.ts'
import type { Vocabulary } from '../evidence/frame.ts'
import type { JsonObject } from '../evidence/read-json.ts'
import { asObject, asText } from './har-json.ts'

/** The vendors whose names and paths are known. */
export const vendors = ['anthropic', 'google', 'openai'] as const
export type Vendor = (typeof vendors)[number]

interface Forms {
  readonly words: Pick<Vocabulary, 'headers'>
  /** Vendor paths as patterns, each with the path of the specification that replaces its end. */
  readonly paths: readonly (readonly [RegExp, string])[]
}

const forms: Readonly<Record<Vendor, Forms>> = {
  anthropic: {
    words: { headers: { 'provider-version': 'anthropic-version', 'provider-beta': 'anthropic-beta' } },
    paths: [],
  },
  google: {
    // The key in `x-goog-api-key` is recognised without a name.
    words: {},
    paths: [
      // Vertex AI; the base URL ends with the publisher.
      [/^(\/v1(?:beta1)?\/projects\/[^/]+\/locations\/[^/]+\/publishers\/google)\/models\//, '$1/v1beta/models/'],
      [/^\/v1\/models\//, '/v1beta/models/'],
    ],
  },
  openai: {
    words: {},
    // Azure; the base URL ends with the deployment.
    paths: [[/^(\/openai\/deployments\/[^/]+)\/images\/(generations|edits|variations)(?=\?|$)/, '$1/v1/images/$2']],
  },
}

/** Adds the usual header names of vendors to those of a config, which take precedence. */
export function withVendorWords(own: Vocabulary, list: readonly Vendor[]): Vocabulary {
  const usual = list.map((vendor) => forms[vendor].words.headers ?? {})
  const headers = Object.assign({}, ...usual, own.headers ?? {}) as Readonly<Record<string, string>>
  return Object.keys(headers).length === 0 ? own : { ...own, headers }
}

/** Returns a URL with the path of the specification below a base URL in place of the vendor's path. */
export function specifiedUrl(url: string, list: readonly Vendor[]): string {
  const [, origin, path] = /^(https?:\/\/[^/?#]+)(\/.*)$/is.exec(url) ?? []
  if (origin === undefined || path === undefined) return url
  const known = list.flatMap((vendor) => forms[vendor].paths).find(([pattern]) => pattern.test(path))
  return known === undefined ? url : origin + path.replace(known[0], known[1])
}

/** Returns the vendor whose usual header for the version a request has. */
export function vendorOfHeaders(headers: readonly HeaderLine[]): Vendor | undefined {
  return vendors.find((vendor) => {
    const name = forms[vendor].words.headers?.['provider-version']
    return name !== undefined && header(headers, name) !== undefined
  })
}

/** Replaces the vendor's path in the URL of an entry with that of the specification below a base URL. */
export function withSpecifiedPath(entry: JsonObject, list: readonly Vendor[]): JsonObject {
  const request = asObject(entry['request'])
  const url = asText(request['url'])
  const specified = url === undefined ? undefined : specifiedUrl(url, list)
  return specified === url ? entry : { ...entry, request: { ...request, url: specified } }
}
