import type { Rule } from '../rules.ts'

/** The rules of this area that a schema cannot say. */
export const contentGenerationRules: Readonly<Record<string, Rule>> = {}
