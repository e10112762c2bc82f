import type { Rule } from '../rules.ts'

/** The rules of this area that a schema cannot say. */
export const tokenUsageRules: Readonly<Record<string, Rule>> = {}
