import { type Members, membersOf } from '../../../../schemas/json.ts'
import { type HeaderLine, header } from '../../../core/model/exchange.ts'
import { counted } from '../../../core/text/counted.ts'
import type { UsualNames } from '../client/recorded.ts'
import type { Vocabulary } from '../evidence/frame.ts'
import { asText } from './har-json.ts'

/** The vendors whose names and paths are known. */
export const vendors = ['anthropic', 'google', 'openai'] as const
export type Vendor = (typeof vendors)[number]

interface Forms {
  readonly words: Pick<Vocabulary, 'headers'>
  /** The header with the key. It is recognised under its own name. */
  readonly keyHeader?: string
  /** Vendor paths as patterns, each with the path of the specification that replaces its end. */
  readonly paths: readonly (readonly [RegExp, string])[]
}

const forms: Readonly<Record<Vendor, Forms>> = {
  anthropic: {
    words: { headers: { 'provider-version': 'anthropic-version', 'provider-beta': 'anthropic-beta' } },
    paths: [],
  },
  google: {
    words: {},
    keyHeader: 'x-goog-api-key',
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

/** Counts the headers and paths that are read although their names are those of vendors. */
export interface VendorNames {
  /** Returns a path in the words of the specification. */
  path(written: string): string
  /** The names that `recorded` reads, and counts if `isCounted`. */
  words(isCounted: boolean): UsualNames
  /** Returns which names were read as what, and how often, as text. */
  told(): readonly string[]
}

/** Starts reading the usual header names of vendors in requests that lack those of the specification. */
export function startVendorNames(list: readonly Vendor[]): VendorNames {
  const counts = new Map<string, number>()
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1)
  const names = list.flatMap((vendor) => Object.entries(forms[vendor].words.headers ?? {}))
  const keyHeaders = list.flatMap((vendor) => forms[vendor].keyHeader ?? [])
  return {
    path: (written) => {
      const specified = specifiedPath(written, list)
      if (specified !== written) count(`${prefixOf(written)} as ${prefixOf(specified)}`)
      return specified
    },
    words: (isCounted) => ({
      names,
      keyHeaders,
      onRead: (written, specified) => (isCounted ? count(`${written} as ${specified}`) : undefined),
    }),
    told: () => {
      const read = [...counts].map(([what, number]) => `${what} (${counted(number, 'request')})`)
      return read.length === 0 ? [] : [`read by the usual names of vendors: ${read.join(', ')}`]
    },
  }
}

/**
 * Returns the path of the specification that clients of a vendor write otherwise below the same base URL, or else the
 * path as it is.
 */
export function specifiedPath(path: string, list: readonly Vendor[]): string {
  const known = list
    .flatMap((vendor) => forms[vendor].paths)
    .find(([pattern, own]) => !own.startsWith('$') && pattern.test(path))
  return known === undefined ? path : path.replace(known[0], known[1])
}

/** Returns the part of a path before the name of the model. */
function prefixOf(path: string): string {
  return path.slice(0, path.indexOf('/models/') + '/models/'.length)
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
export function withSpecifiedPath(entry: Members, list: readonly Vendor[]): Members {
  const request = membersOf(entry['request'])
  const url = asText(request['url'])
  const specified = url === undefined ? undefined : specifiedUrl(url, list)
  return specified === url ? entry : { ...entry, request: { ...request, url: specified } }
}
