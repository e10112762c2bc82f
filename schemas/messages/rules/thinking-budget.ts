import { member } from '../../json.ts'
import type { Rule } from '../../rules.ts'
import type { SentenceOfRule } from '../../sentences.ts'

/** Section 2.8: a thinking budget is less than `max_tokens`. */
export const thinkingBudget: Rule = (body) => {
  const thinking = member(body, 'thinking')
  const budget = member(thinking, 'budget_tokens')
  const limit = member(body, 'max_tokens')
  if (member(thinking, 'type') !== 'enabled' || !Number.isInteger(budget) || !Number.isInteger(limit)) return []
  if ((budget as number) < (limit as number) || (limit as number) < 1) return []
  return [
    {
      pointer: '/thinking/budget_tokens',
      message: `budget_tokens ${budget} is not less than max_tokens ${limit}`,
      expected: `less than ${limit}`,
      actual: budget,
      requirement: 'messages.thinking-budget-over-rejected',
    },
  ]
}

/** The sentences of this rule. */
export const thinkingBudgetSentences: readonly SentenceOfRule[] = [
  {
    area: 'messages',
    group: 'thinking',
    keyword: 'x-requirement',
    file: 'messages/rules/thinking-budget.ts',
    sentence: {
      id: 'messages.thinking-budget-over-rejected',
      interpretation: 'M2',
      says: 'A request with a `budget_tokens` not below `max_tokens` is rejected.',
    },
  },
]
