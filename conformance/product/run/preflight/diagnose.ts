import { header, mediaType } from '../../../core/model/exchange.ts'
import type { Observation } from '../../../core/model/observation.ts'
import type { Redirection } from '../../../core/text/redirect.ts'
import { mostFrequent, wordsOf } from './quoted.ts'
import { unknownModelOf } from './unknown-model.ts'

/** The reasons why a whole run is pointless. */
export type Diagnosis =
  | { readonly kind: 'unreachable'; readonly trouble: string }
  | { readonly kind: 'silent' }
  /** Some responses began, and none ended in time. */
  | { readonly kind: 'unfinished' }
  /** Every response says that the gateway is unavailable. */
  | { readonly kind: 'unavailable'; readonly statuses: readonly number[] }
  | {
      readonly kind: 'key-rejected'
      readonly statuses: readonly number[]
      /** The most frequent text of the responses. */
      readonly said?: string | undefined
    }
  /** The server wants TLS and says so in a plain-text response. */
  | { readonly kind: 'wants-tls' }
  /** The target knows none of the requested models. They have the specification's names here. */
  | { readonly kind: 'model-unknown'; readonly models: readonly string[]; readonly statuses: readonly number[] }
  /** Every response is a 404, a 405, a redirect, or an HTML page. */
  | Elsewhere

interface Elsewhere {
  readonly kind: 'elsewhere'
  readonly statuses: readonly number[]
  /** The target of a redirect, and the path that was requested. */
  readonly redirect?: Redirection
  /** The title of an HTML page; empty if it has none. */
  readonly page?: string
}

/**
 * Diagnoses the whole run from the responses to the plain requests. Returns `undefined` if there is something to judge.
 * A rejection by a single operation is no diagnosis: it is judged.
 */
export function diagnose(seen: readonly Observation[]): Diagnosis | undefined {
  if (seen.length === 0) return undefined
  if (seen.every(({ exchange }) => exchange.response === null)) return unanswered(seen)
  if (seen.every(({ exchange }) => exchange.ended === 'timeout')) return { kind: 'unfinished' }
  const statuses = [...new Set(seen.flatMap(({ status }) => status ?? []))].sort((one, other) => one - other)
  if (seen.every(({ responseClass }) => responseClass === 'denied')) {
    const said = mostFrequent(seen.flatMap((one) => wordsOf(one, new Set()) ?? []))
    return { kind: 'key-rejected', statuses, said }
  }
  if (seen.every(isUnavailable)) return { kind: 'unavailable', statuses }
  if (seen.every(wantsTls)) return { kind: 'wants-tls' }
  return unknownModels(seen) ?? (seen.every(isElsewhere) ? elsewhere(seen, statuses) : undefined)
}

function unanswered(seen: readonly Observation[]): Diagnosis {
  const [trouble] = seen.flatMap(({ exchange }) => exchange.trouble ?? [])
  return trouble === undefined ? { kind: 'silent' } : { kind: 'unreachable', trouble }
}

/** Returns whether a proxy responds for a gateway that is not running. A 500 is the gateway's own and is judged. */
function isUnavailable({ status, exchange }: Observation): boolean {
  return exchange.response === null || [502, 503, 504, 529].includes(status ?? 0)
}

/** Returns whether the response is that of a TLS server to plain text: a 400 with one of a few phrases. */
function wantsTls({ status, body }: Observation): boolean {
  return (
    status === 400 &&
    /HTTP request was sent to (an )?HTTPS (port|server)|speaking plain HTTP to an SSL/i.test(beginningOf(body))
  )
}

/** Ignores the token usage endpoint. Its requests name no model. */
function unknownModels(seen: readonly Observation[]): Diagnosis | undefined {
  const asking = seen.filter(({ operation }) => operation.id !== 'usage.token')
  const unknown = asking.filter((one) => unknownModelOf(one) !== undefined)
  if (unknown.length === 0 || !asking.every((one) => unknown.includes(one) || isElsewhere(one))) return undefined
  const models = [...new Set(unknown.flatMap((one) => unknownModelOf(one) ?? []))]
  return { kind: 'model-unknown', models, statuses: [...new Set(unknown.flatMap(({ status }) => status ?? []))] }
}

function isElsewhere({ exchange, status, responseClass }: Observation): boolean {
  if (responseClass === 'accepted' || responseClass === 'denied' || status === undefined) return false
  const isPage = mediaType(exchange.response?.headers ?? []) === 'text/html'
  return status === 404 || status === 405 || responseClass === 'strange' || isPage
}

function elsewhere(seen: readonly Observation[], statuses: readonly number[]): Elsewhere {
  const [redirect] = seen.flatMap(({ exchange }) => {
    const location = header(exchange.response?.headers ?? [], 'location')
    return location === undefined ? [] : [{ location, path: exchange.request.path }]
  })
  const pages = seen.filter(({ exchange }) => mediaType(exchange.response?.headers ?? []) === 'text/html')
  const page = pages.length === seen.length ? titleOf(beginningOf(pages[0]!.body)) : undefined
  return { kind: 'elsewhere', statuses, redirect, page }
}

function titleOf(page: string): string {
  return /<title[^>]*>([^<]*)/i.exec(page)?.[1]?.trim().slice(0, 60) ?? ''
}

function beginningOf(body: Uint8Array): string {
  return Buffer.from(body.subarray(0, 16 * 1024)).toString('utf8')
}
