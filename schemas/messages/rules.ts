import type { Rule } from '../rules.ts'

/** The rules of this area that a schema cannot say. */
export const messagesRules: Readonly<Record<string, Rule>> = {}
