import type { Finding } from '../../../model/finding.ts'
import type { Collected } from '../../../model/requirement.ts'
import type { Presentation } from './sk-prefix.ts'

/** An answer to one form of the key. */
type Answered = Collected<Presentation>

/**
 * The answers to one form of the key whose totals are others than those of the other form. Totals move with use
 * (interpretation T3), and a run does not know who else uses the key: what shows that nothing moved is that the same form was
 * told the same totals before and after (interpretation T2).
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

/** The last answer to the other form that had come before this one was asked for. */
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
