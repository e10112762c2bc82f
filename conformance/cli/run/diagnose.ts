import { header, mediaType } from '../../model/exchange.ts'
import type { Observation } from '../../model/observation.ts'

/** What makes a whole run pointless. */
export type Diagnosis =
  | { readonly kind: 'unreachable'; readonly trouble: string }
  | { readonly kind: 'silent' }
  | { readonly kind: 'key-refused'; readonly statuses: readonly number[] }
  /** Every answer is a 404, a 405, a redirect to elsewhere, or a page for people. */
  | { readonly kind: 'elsewhere'; readonly statuses: readonly number[]; readonly location?: string }

/**
 * What the answers to the plain requests say about the run as a whole; `undefined` when there is something to judge.
 * One operation's refusal is nothing of the kind: that is judged.
 */
export function diagnose(seen: readonly Observation[]): Diagnosis | undefined {
  if (seen.length === 0) return undefined
  if (seen.every(({ exchange }) => exchange.response === null)) return unanswered(seen)
  const statuses = [...new Set(seen.flatMap(({ status }) => status ?? []))].sort((one, other) => one - other)
  if (seen.every(({ reception }) => reception === 'denied')) return { kind: 'key-refused', statuses }
  if (!seen.every(isElsewhere)) return undefined
  const [location] = seen.flatMap(({ exchange }) => header(exchange.response?.headers ?? [], 'location') ?? [])
  return { kind: 'elsewhere', statuses, ...(location === undefined ? {} : { location }) }
}

function unanswered(seen: readonly Observation[]): Diagnosis {
  const [trouble] = seen.flatMap(({ exchange }) => exchange.trouble ?? [])
  return trouble === undefined ? { kind: 'silent' } : { kind: 'unreachable', trouble }
}

function isElsewhere({ exchange, status, reception }: Observation): boolean {
  if (reception === 'accepted' || reception === 'denied' || status === undefined) return false
  const isPage = mediaType(exchange.response?.headers ?? []) === 'text/html'
  return status === 404 || status === 405 || reception === 'strange' || isPage
}
