import type { RecordedRequest } from './exchange.ts'
import type { Probe, ProbeContext, Steps } from './plan.ts'

/** For tests: returns the steps of a probe that does not draw them. Throws otherwise. */
export function stepsOf(probe: Probe, context: ProbeContext): Steps {
  const steps = probe.steps(context)
  if (steps instanceof Promise) throw new Error(`${probe.id} draws its steps`)
  return steps
}

/** For tests: returns the requests of such a probe if none of them has a response. */
export function requestsSentBy(probe: Probe, context: ProbeContext): readonly RecordedRequest[] {
  const steps = stepsOf(probe, context)
  const sent: RecordedRequest[] = []
  for (let step = steps.next(); step.done !== true; step = steps.next([])) sent.push(...step.value)
  return sent
}
