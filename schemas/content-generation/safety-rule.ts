import type { RuleFinding } from '../rules.ts'
import { itemsOf, membersOf } from './members.ts'

/**
 * Two settings of one category may differ, and the specification does not say which of them applies (interpretation
 * G16).
 */
export function safetyCategories(value: unknown): readonly RuleFinding[] {
  const categories = itemsOf(value).map((setting) => membersOf(setting)['category'])
  if (new Set(categories).size === categories.length) return []
  return [{ pointer: '', message: 'a category is set twice', open: 'G16' }]
}
