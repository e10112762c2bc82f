import { contentGenerationRules, contentGenerationSentences } from './content-generation/rules.ts'
import { imageRules, imageSentences } from './images/rules.ts'
import { messagesRules, messagesSentences } from './messages/rules.ts'
import type { SentenceOfRule } from './sentences.ts'
import { tokenUsageRules } from './token-usage/rules.ts'

/** What a rule finds: a violation, with `open` a place that the interpretations leave open, or with `accepts` a use. */
export interface RuleFinding {
  /** JSON pointer relative to the value the rule was given. */
  readonly pointer: string
  readonly message: string
  readonly expected?: unknown
  readonly actual?: unknown
  /** The requirement this breaks; absent when `open` is set. */
  readonly requirement?: string
  /** The interpretation that leaves it open. */
  readonly open?: string
  /** The acceptance requirement of what the value makes use of, as `x-feature` says in a schema; neither of the others is set then. */
  readonly accepts?: string
}

/** What a schema cannot say. Gets the value its subschema stands at, of any type; never throws. */
export type Rule = (value: unknown) => readonly RuleFinding[]

/** Every rule that an `x-rule` may name. */
export const rules: Readonly<Record<string, Rule>> = {
  ...imageRules,
  ...tokenUsageRules,
  ...contentGenerationRules,
  ...messagesRules,
}

/** The rules that reject, each with the requirement that a value breaks which breaks it. All others only tell uses and open ground. */
export const rejecting: Readonly<Record<string, string>> = {
  'mask-as-large-as-image': 'images.edit-mask-size-refused',
  'content-system-instruction': 'content.system-instruction-non-text-refused',
  'messages-thinking-budget': 'messages.thinking-budget-over-refused',
}

/** The sentences that rules express, each written beside its rule. */
export const sentencesOfRules: readonly SentenceOfRule[] = [
  ...imageSentences,
  ...contentGenerationSentences,
  ...messagesSentences,
]
