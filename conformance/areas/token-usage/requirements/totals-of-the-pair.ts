import type { Finding } from '../../../model/finding.ts'
import type { Collected } from '../../../model/requirement.ts'
import type { Presentation } from './sk-prefix.ts'

/** A response to one form of the key. */
type Answered = Collected<Presentation>

/**
 * Yields the responses to one form of the key whose totals differ from those of the other form. Totals change with use
 * (interpretation T3), and others may use the key. Nothing changed if the same form got the same totals before and
 * after (interpretation T2).
 */
export function* movedTotals(collected: readonly Answered[]): Generator<Finding & { readonly exchange: string }> {
  const withTotals = collected.filter(({ fact }) => fact.totals !== undefined)
  for (const one of withTotals) {
    const before = lastBefore(one, withTotals)
    const after = firstAfter(one, withTotals)
    const around = before?.fact.totals
    if (around === undefined || around !== after?.fact.totals || around === one.fact.totals) continue
    yield {
      exchange: one.exchange,
      message:
        'totals differ between the two forms of the key; the first form returned the same totals before and after',
      at: { in: 'body', pointer: '/data' },
      expected: around,
      actual: one.fact.totals,
    }
  }
}

/** Returns the last response to the other form that arrived before this request was sent. */
function lastBefore(one: Answered, withTotals: readonly Answered[]): Answered | undefined {
  const earlier = withTotals.filter((other) => isOfOtherForm(one, other) && other.fact.endedAt <= one.fact.startedAt)
  return earlier.sort((first, second) => second.fact.endedAt - first.fact.endedAt)[0]
}

function firstAfter(one: Answered, withTotals: readonly Answered[]): Answered | undefined {
  const later = withTotals.filter((other) => isOfOtherForm(one, other) && other.fact.startedAt >= one.fact.endedAt)
  return later.sort((first, second) => first.fact.startedAt - second.fact.startedAt)[0]
}

function isOfOtherForm(one: Answered, other: Answered): boolean {
  return one.fact.isOtherForm !== other.fact.isOtherForm
}
