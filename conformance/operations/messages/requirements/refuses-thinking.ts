import { refused } from './refused.ts'

const thinking = { capability: 'thinking' } as const

/** Broken rules on thinking that a target refuses. */
export default [
  refused('messages.thinking-type-refused', '`thinking` that is no object', thinking),
  refused('messages.thinking-kind-refused', 'a missing or unlisted `thinking.type`', { ...thinking, level: 'implied' }),
  refused('messages.thinking-budget-missing-refused', 'thinking enabled without `budget_tokens`', thinking),
  refused('messages.thinking-budget-type-refused', 'a `budget_tokens` that is no integer', thinking),
  refused('messages.thinking-budget-below-refused', 'a `budget_tokens` below 1024', { ...thinking, reading: 'M2' }),
  refused('messages.thinking-budget-over-refused', 'a `budget_tokens` not below `max_tokens`', {
    ...thinking,
    reading: 'M2',
  }),
] as const
