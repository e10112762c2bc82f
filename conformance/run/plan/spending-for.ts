import type { Cost } from '../../model/operation.ts'
import type { Plan } from '../../model/plan.ts'
import { explorationCost } from '../../plan/budget.ts'
import { beyondPlan, newSpending, type Spending } from '../drive/spending.ts'
import { limitOf, type Wanted } from './promise.ts'

/** Returns the budgets of a run, for all its parts together. */
export function spendingFor(plan: Plan, options: Wanted): Spending {
  const { explore } = options
  const drawn = explore !== undefined && 'requests' in explore ? explore.requests : 0
  return newSpending(
    limitOf(plan, options),
    added(plan.cost, explorationCost(explore)),
    beyondPlan(plan.requests + drawn),
  )
}

function added(one: Cost, other: Cost): Cost {
  return { calls: one.calls + other.calls, images: one.images + other.images }
}
