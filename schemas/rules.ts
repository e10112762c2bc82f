import { contentGenerationRules, contentGenerationSentences } from './content-generation/rules.ts'
import { imageRules, imageSentences } from './images/rules.ts'
import { messagesRules, messagesSentences } from './messages/rules.ts'
import type { SentenceOfRule } from './sentences.ts'
import { tokenUsageRules } from './token-usage/rules.ts'

/** A finding of a rule: a violation, with `open` an unspecified place, or with `accepts` a use. */
export interface RuleFinding {
  /** JSON pointer relative to the value of the rule. */
  readonly pointer: string
  readonly message: string
  readonly expected?: unknown
  readonly actual?: unknown
  /** The violated requirement; absent if `open` is set. */
  readonly requirement?: string
  /** The interpretation that leaves it unspecified. */
  readonly open?: string
  /**
   * The acceptance requirement of the feature that the value uses, like `x-feature` in a schema. Neither of the others
   * is set then.
   */
  readonly accepts?: string
}

/** A rule that a schema cannot express. It gets the value of its subschema, of any type, and never throws. */
export type Rule = (value: unknown) => readonly RuleFinding[]

/** Every rule that an `x-rule` may name. */
export const rules: Readonly<Record<string, Rule>> = {
  ...imageRules,
  ...tokenUsageRules,
  ...contentGenerationRules,
  ...messagesRules,
}

/**
 * The rules that reject, each with the requirement that a rejected value violates. All others only report uses and
 * unspecified places.
 */
export const rejecting: Readonly<Record<string, string>> = {
  'mask-as-large-as-image': 'images.edit-mask-size-rejected',
  'content-system-instruction': 'content.system-instruction-non-text-rejected',
  'messages-thinking-budget': 'messages.thinking-budget-over-rejected',
}

/** The sentences of rules, each written beside its rule. */
export const sentencesOfRules: readonly SentenceOfRule[] = [
  ...imageSentences,
  ...contentGenerationSentences,
  ...messagesSentences,
]
