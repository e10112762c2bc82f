import { createHash } from 'node:crypto'
import { header } from '../../core/model/exchange.ts'
import type { Finding } from '../../core/model/finding.ts'
import type { Observation } from '../../core/model/observation.ts'
import type { Collected } from '../../core/model/requirement.ts'

/** The id of a reply, for comparison with those of other replies. */
export interface RepliedId {
  readonly id: string
  /** Equal for one reply that is told twice: the key of an idempotent request, and the bytes of the reply. */
  readonly told?: string
}

/** Returns the id of a reply with the key of its request. Long ids are cut, which bounds the memory of a run. */
export function repliedId({ exchange, body }: Observation, id: string): RepliedId {
  const key = header(exchange.request.headers, 'idempotency-key')
  const bounded = id.length <= longest ? id : `${id.slice(0, 64)}… (sha256 ${digestOf(id)})`
  return key === undefined ? { id: bounded } : { id: bounded, told: digestOf(`${key}\n${digestOf(body)}`) }
}

/** The maximum length of ids that are kept as text. */
const longest = 512

/** Yields a finding for each id that an earlier reply has, unless both are one reply that is told twice (M10). */
export function* repeatedIds(
  name: string,
  collected: readonly Collected<RepliedId>[],
): Generator<Finding & { readonly exchange: string }> {
  const first = new Map<string, Collected<RepliedId>>()
  for (const one of collected) {
    const { id, told } = one.fact
    const earlier = first.get(id)
    if (earlier === undefined) first.set(id, one)
    else if (told === undefined || told !== earlier.fact.told) {
      const message = `${name} ${JSON.stringify(id)} is not unique; ${earlier.exchange} has it too`
      yield { exchange: one.exchange, message, actual: id }
    }
  }
}

function digestOf(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex')
}
