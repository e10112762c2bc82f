import type { Case, Plan, PlanStream } from '../../../core/model/plan.ts'
import { totalOf } from '../../../engine/plan/budget.ts'

/** The rest of a plan, drawn while it is sent, and how many requests the plan has. */
export interface CountedStream {
  readonly stream: PlanStream | undefined
  /** Returns the number of requests of the whole plan; the most that there can be until all are drawn. */
  readonly planned: () => number
}

/** Starts to draw the rest of a plan, and counts what is drawn. */
export function countedStream(plan: Plan): CountedStream {
  const stream = plan.pull?.()
  if (stream === undefined) return { stream, planned: () => plan.requests }
  let drawn = totalOf(plan.cases, plan.probes).requests
  let isWhole = false
  async function* counting(cases: AsyncGenerator<Case>): AsyncGenerator<Case> {
    for await (const one of cases) {
      drawn += 1
      yield one
    }
  }
  return {
    stream: {
      valid: () => counting(stream.valid()),
      async *violations() {
        yield* counting(stream.violations())
        isWhole = true
      },
      further: stream.further,
    },
    planned: () => (isWhole ? drawn : plan.requests),
  }
}
