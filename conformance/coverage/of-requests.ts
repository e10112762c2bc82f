import { validate } from '../../schemas/index.ts'
import type { RecordedRequest } from '../model/exchange.ts'
import type { Operation } from '../model/operation.ts'
import { chartOf } from './chart.ts'
import { startExercise } from './exercise.ts'

/** How many constraints of these operations' request schemas some requests would meet and break, before any is sent. */
export function coverageOfRequests(operations: readonly Operation[], requests: readonly RecordedRequest[]) {
  const counts = { all: 0, valid: 0, violating: 0 }
  for (const operation of operations) {
    const own = requests.filter(operation.matches)
    const { request: schema } = operation.schemas
    if (schema === undefined || own.length === 0) continue
    const chart = chartOf(schema)
    const exercise = startExercise(chart)
    for (const request of own) {
      const value = operation.read(request)
      const { violations, open } = validate(schema, value)
      if (violations.length > 0) exercise.break(violations)
      else if (open.length === 0) exercise.meet(value)
    }
    counts.all += chart.constraints.length
    counts.valid += chart.constraints.filter(exercise.isMet).length
    counts.violating += chart.constraints.filter(exercise.isBroken).length
  }
  return counts
}
