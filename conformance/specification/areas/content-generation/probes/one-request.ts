import type { Operation, RequestValue } from '../../../../core/model/operation.ts'
import type { Probe } from '../../../../core/model/plan.ts'

/** Makes a probe that sends one request, for the requirements that its response can decide. */
export function oneRequest(
  operation: Operation,
  name: string,
  purpose: string,
  value: RequestValue,
  aims: readonly string[],
): Probe {
  return {
    id: `${operation.id}.${name}`,
    operation: operation.id,
    purpose,
    profile: 'standard',
    aims,
    requests: 1,
    cost: operation.cost(value),
    *steps() {
      yield [operation.write(value)]
    },
  }
}
