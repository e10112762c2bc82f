import { between, type Random } from './random.ts'

/** Returns the number of thinking tokens: a few, and never more than the budget. */
export function thoughtTokens(budget: number, random: Random): number {
  const wished = between(random, 8, 40)
  return Math.max(0, Math.min(wished, Math.floor(budget)))
}
