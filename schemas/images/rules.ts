import type { Rule } from '../rules.ts'

/** The rules of this area that a schema cannot say. */
export const imageRules: Readonly<Record<string, Rule>> = {}
