import { drawnCases } from '../../explore/drawn.ts'
import type { Plan } from '../../model/plan.ts'
import { type Ahead, type PlanOptions, planAhead } from '../../plan/ahead.ts'
import { committedAhead } from '../../plan/committed.ts'

export type { PlanOptions } from '../../plan/ahead.ts'

/** Plans everything a run would send. The same options give the same plan. */
export function planRun(options: PlanOptions): Plan {
  return drawn(planAhead(options))
}

/** The same, where what is committed of it is loaded and not made. */
export function plannedFor(options: PlanOptions): Plan {
  return drawn(committedAhead(options))
}

function drawn({ toDraw, finish }: Ahead): Plan {
  return finish(toDraw.map(drawnCases))
}
