import type { Case, Probe } from '../../core/model/plan.ts'
import type { Family } from './families.ts'
import type { Remainder, Unsent } from './run-types.ts'
import type { StopReason } from './shutdown.ts'

export function cutOff(
  { id, operation, aims }: Pick<Case | Probe, 'id' | 'operation' | 'aims'>,
  stopReason: StopReason,
  family?: () => Family,
): Unsent {
  return { id, stopReason, toShow: { operation, requirements: aims, family } }
}

export function remaining<K extends keyof Remainder>(
  remainders: readonly Remainder[],
  kind: K,
): readonly NonNullable<Remainder[K]>[] {
  return remainders.flatMap((one) => one[kind] ?? [])
}
