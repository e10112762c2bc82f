import type { ClientEffect, Effect } from '../../core/model/client-effect.ts'
import type { ClientOutcome, WorstExercise } from './client-impact.ts'

/** The effect on a client, with the exercise that shows it. */
export type KnownEffect = Pick<ClientEffect, 'effect' | 'exercise' | 'detail'>

/** Returns the gravity of an outcome: 2 if the client breaks, 1 if it is silently wrong, 0 if it is not affected. */
export function severityOf(outcome: ClientOutcome): 0 | 1 | 2 {
  if (outcome === 'exception' || outcome === 'hang') return 2
  return outcome === 'same' ? 0 : 1
}

/**
 * Combines the results of several faults; `undefined` if none harms the client. If they differ, the effect of another
 * form of the defect is uncertain.
 */
export function combinedEffect(results: readonly WorstExercise[]): KnownEffect | undefined {
  const gravities = results.map(({ outcome }) => severityOf(outcome))
  const gravity = Math.max(0, ...gravities)
  const shown = results.find(({ outcome }) => severityOf(outcome) === gravity)
  if (shown === undefined || gravity === 0) return undefined
  const isAlways = gravities.every((one) => one === gravity)
  const { exercise, outcome, detail = outcome } = shown
  return { effect: words[gravity === 2 ? 2 : 1][isAlways ? 'always' : 'sometimes'], exercise, detail }
}

const words = {
  2: { always: 'breaks', sometimes: 'may-break' },
  1: { always: 'wrong', sometimes: 'may-be-wrong' },
} as const satisfies Record<number, Record<string, Effect>>
