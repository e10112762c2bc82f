import type { Probe, ProbeContext, Steps } from './plan.ts'

/** The steps of a probe that draws nothing. */
export function stepsOf(probe: Probe, context: ProbeContext): Steps {
  const steps = probe.steps(context)
  if (steps instanceof Promise) throw new Error(`${probe.id} draws its steps`)
  return steps
}
