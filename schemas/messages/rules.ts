import type { Rule } from '../rules.ts'
import { cachePoints } from './rules/cache-points.ts'
import { imageBytes } from './rules/image-bytes.ts'
import { openCombinations } from './rules/open-combinations.ts'
import { thinkingBudget, thinkingBudgetSentences } from './rules/thinking-budget.ts'
import { toolChoice } from './rules/tool-choice.ts'
import { toolLoop } from './rules/tool-loop.ts'
import { turnSentences, turns } from './rules/turns.ts'

/** The rules of this area that a schema cannot express. */
export const messagesRules: Readonly<Record<string, Rule>> = {
  'messages-cache-points': cachePoints,
  'messages-image-bytes': imageBytes,
  'messages-open-combinations': openCombinations,
  'messages-thinking-budget': thinkingBudget,
  'messages-tool-choice': toolChoice,
  'messages-tool-loop': toolLoop,
  'messages-turns': turns,
}

/** The sentences of these rules. */
export const messagesSentences = [...thinkingBudgetSentences, ...turnSentences]
