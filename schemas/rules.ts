import { contentGenerationRules, contentGenerationSentences } from './content-generation/rules.ts'
import { imageRules, imageSentences } from './images/rules.ts'
import { messagesRules, messagesSentences } from './messages/rules.ts'
import type { SentenceOfRule } from './sentences.ts'
import { tokenUsageRules } from './token-usage/rules.ts'

/** A finding of a rule: a violation, an unspecified place if `open` is set, or a used feature if `accepts` is set. */
export interface RuleFinding {
  /** The JSON pointer, relative to the value of the rule. */
  readonly pointer: string
  readonly message: string
  readonly expected?: unknown
  readonly actual?: unknown
  /** The violated requirement; absent if `open` or `accepts` is set. */
  readonly requirement?: string
  /** The interpretation that leaves it unspecified. */
  readonly open?: string
  /** The acceptance requirement of the feature that the value uses, like `x-feature` in a schema. */
  readonly accepts?: string
}

/** A rule that a schema cannot express. It gets the value of its subschema, of any type, and never throws. */
export type Rule = (value: unknown) => readonly RuleFinding[]

/** The rules that `x-rule` can name. */
export const rules: Readonly<Record<string, Rule>> = {
  ...imageRules,
  ...tokenUsageRules,
  ...contentGenerationRules,
  ...messagesRules,
}

/**
 * The rules that reject values, each with the violated requirement. All others only report features and unspecified
 * places.
 */
export const rejecting: Readonly<Record<string, string>> = {
  'mask-as-large-as-image': 'images.edit-mask-size-rejected',
  'content-system-instruction': 'content.system-instruction-non-text-rejected',
  'messages-thinking-budget': 'messages.thinking-budget-over-rejected',
}

/** The sentences of all rules. Each is defined next to its rule. */
export const sentencesOfRules: readonly SentenceOfRule[] = [
  ...imageSentences,
  ...contentGenerationSentences,
  ...messagesSentences,
]
