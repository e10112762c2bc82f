import type { EventStream } from '../../../core/model/events.ts'
import { type Exchange, withoutPart } from '../../../core/model/exchange.ts'
import { isPlaceholderId } from '../../../core/model/placeholder.ts'

/** The members that identify a response or a part of it. */
const idMembers: ReadonlySet<string> = new Set(['id', 'responseId'])
/** The depth up to which ids are searched for. Deeper ones are values of tools. */
const deepest = 2
/** The most characters of a placeholder that are shown. */
const shown = 40

/**
 * Returns the exchange without its ids if a recorder replaced them by a placeholder: equal placeholders are no sign of
 * equal ids (interpretation G19). One value for ids of two kinds is a placeholder, too. On the wire, a target that sends
 * `REDACTED` means it.
 */
export function withoutReplacedIds(exchange: Exchange, json: unknown, stream: EventStream | undefined): Exchange {
  if (exchange.source !== 'har') return exchange
  const kinds = new Map<string, string>()
  for (const body of [json, ...(stream?.events ?? []).map((event) => event.json)])
    for (const { kind, value } of idsIn(body, '', 0)) {
      const isOfTwoKinds = (kinds.get(value) ?? kind) !== kind
      if (isPlaceholderId(value) || isOfTwoKinds)
        return withoutPart(exchange, 'ids', `replaced by ${value.slice(0, shown)}`)
      kinds.set(value, kind)
    }
  return exchange
}

interface FoundId {
  /** The names of the members that lead to it. */
  readonly kind: string
  readonly value: string
}

function* idsIn(value: unknown, kind: string, depth: number): Generator<FoundId> {
  if (typeof value !== 'object' || value === null || depth > deepest) return
  for (const [name, member] of Object.entries(value)) {
    const own = Array.isArray(value) ? kind : `${kind}/${name}`
    if (typeof member === 'string') {
      if (idMembers.has(name) && !Array.isArray(value)) yield { kind: own, value: member }
    } else yield* idsIn(member, own, depth + 1)
  }
}
