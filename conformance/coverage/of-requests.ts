import { validate } from '../../schemas/index.ts'
import type { RecordedRequest } from '../model/exchange.ts'
import type { Operation } from '../model/operation.ts'
import type { ItemCoverage } from '../model/report.ts'
import type { Endpoint } from '../model/vocabulary.ts'
import { chartOf } from './chart.ts'
import { startExercise } from './exercise.ts'
import { startMeasuring } from './measured.ts'

/**
 * Counts the constraints that requests satisfy and violate, and the items of each operation that they cover, before any
 * request is sent.
 */
export function coverageOfRequests(operations: readonly Operation[], requests: readonly RecordedRequest[]) {
  const counts = { all: 0, valid: 0, violating: 0 }
  const items: (ItemCoverage & { readonly endpoint: Endpoint })[] = []
  for (const operation of operations) {
    const own = requests.filter(operation.matches)
    const { request: schema } = operation.schemas
    if (schema === undefined || own.length === 0) continue
    const chart = chartOf(schema)
    const exercise = startExercise(chart)
    const measured = startMeasuring(schema)
    for (const request of own) {
      const value = operation.read(request)
      const { violations, open } = validate(schema, value)
      if (violations.length > 0) exercise.break(violations)
      else if (open.length === 0) {
        exercise.meet(value)
        measured.add(value)
      }
    }
    counts.all += chart.constraints.length
    counts.valid += chart.constraints.filter(exercise.isMet).length
    counts.violating += chart.constraints.filter(exercise.isBroken).length
    items.push({ endpoint: operation.id, ...measured.covered() })
  }
  return { constraints: counts, items }
}
