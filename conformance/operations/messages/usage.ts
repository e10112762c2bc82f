import { isMembers, type Members, member, memberAt } from './members.ts'
import type { ToldEvent } from './told-event.ts'

/** The token counts that a `message_delta` carries. */
export interface StreamedUsage {
  /** The number of the event that carries them. */
  readonly event: number
  readonly isInDelta: boolean
  readonly inputTokens: unknown
  readonly outputTokens: unknown
}

/**
 * What the last `message_delta` that carries a usage says. Where there are several, each may add to what the others
 * said: a count that it leaves out is the last one told before.
 */
export function lastUsage(closing: readonly ToldEvent[]): StreamedUsage | undefined {
  const usages = closing
    .toReversed()
    .map(usageIn)
    .filter((usage) => usage !== undefined)
  const [last] = usages
  if (last === undefined) return undefined
  return { ...last, inputTokens: lastTold(usages, 'inputTokens'), outputTokens: lastTold(usages, 'outputTokens') }
}

/** The last integer that was told, or else whatever stands in the last usage. */
function lastTold(usages: readonly StreamedUsage[], name: 'inputTokens' | 'outputTokens'): unknown {
  const counts = usages.map((usage) => usage[name])
  return counts.find(Number.isInteger) ?? counts[0]
}

/** Section 6 writes `usage` inside `delta`, gateways put it beside; both places are permitted (readings S6). */
function usageIn({ index, payload }: ToldEvent): StreamedUsage | undefined {
  const inside = memberAt(payload, 'delta', 'usage')
  const places = [inside, member(payload, 'usage')].filter(isMembers)
  if (places.length === 0) return undefined
  return {
    event: index,
    isInDelta: isMembers(inside),
    inputTokens: count(places, 'input_tokens'),
    outputTokens: count(places, 'output_tokens'),
  }
}

/** The count as an integer from either place, or else whatever stands in the first. */
function count(places: readonly Members[], name: string): unknown {
  const values = places.map((usage) => member(usage, name))
  return values.find(Number.isInteger) ?? values[0]
}
