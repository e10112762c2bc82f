import type { Probe, ProbeContext, Steps } from './plan.ts'

/** For tests: returns the steps of a probe that does not draw them. Throws otherwise. */
export function stepsOf(probe: Probe, context: ProbeContext): Steps {
  const steps = probe.steps(context)
  if (steps instanceof Promise) throw new Error(`${probe.id} draws its steps`)
  return steps
}
