import type { RequestValue } from '../../model/operation.ts'
import { canonical } from '../schema/json.ts'
import { type Reduction, reductionsOf, weightOf } from '../values/reductions.ts'

/** What a smaller value showed: the exchange it failed in, that it held, or that nothing more may be sent. */
export type Shown = { readonly failedIn: string } | 'held' | 'spent'

/**
 * Looks for the smallest value that still fails: tries each reduction in turn, goes on from whatever fails, and starts
 * over until nothing helps (delta debugging). Gives the exchange of the smallest; `undefined` when none is smaller.
 */
export async function smallestFailing(
  start: RequestValue,
  isWorthSending: (value: RequestValue) => boolean,
  show: (value: RequestValue) => Promise<Shown>,
): Promise<string | undefined> {
  const tried = new Set<string>()
  let current = start
  let smallest: string | undefined
  let steps = new Set<string>()
  for (let hasHelped = false; ; ) {
    const next = nextStep(current, steps, tried, isWorthSending)
    if (next === undefined) {
      if (!hasHelped) return smallest
      steps = new Set()
      hasHelped = false
      continue
    }
    const shown = await show(next.value)
    if (shown === 'spent') return smallest
    if (shown === 'held') continue
    current = next.value
    smallest = shown.failedIn
    hasHelped = true
  }
}

/** The first reduction not tried in this round that makes the value lighter and is worth sending. */
function nextStep(
  current: RequestValue,
  steps: Set<string>,
  tried: Set<string>,
  isWorthSending: (value: RequestValue) => boolean,
): Reduction | undefined {
  const weight = weightOf(current)
  return reductionsOf(current).find(({ name, value }) => {
    const text = canonical(value)
    if (steps.has(name) || tried.has(text) || weightOf(value) >= weight) return false
    tried.add(text)
    if (!isWorthSending(value)) return false
    steps.add(name)
    return true
  })
}
