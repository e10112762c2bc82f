import { validate } from '../../schemas/index.ts'
import { featuresOf, pairsOf } from '../explore/features.ts'
import type { RecordedRequest } from '../model/exchange.ts'
import type { Operation } from '../model/operation.ts'
import { documentLanguage } from '../plan/schema/language.ts'
import { chartOf } from './chart.ts'
import { startExercise } from './exercise.ts'
import { combinationCoverage } from './pairs.ts'
import { startSizes } from './sizes.ts'

/**
 * How many constraints of these operations' request schemas some requests would meet and break, and how many pairs of
 * optional features would stand together, and of which sizes they are, before any is sent.
 */
export function coverageOfRequests(operations: readonly Operation[], requests: readonly RecordedRequest[]) {
  const counts = { all: 0, valid: 0, violating: 0, pairs: { all: 0, covered: 0 } }
  const sizes = startSizes()
  for (const operation of operations) {
    const own = requests.filter(operation.matches)
    const { request: schema } = operation.schemas
    if (schema === undefined || own.length === 0) continue
    const chart = chartOf(schema)
    const exercise = startExercise(chart)
    const pairs = new Set<string>()
    for (const request of own) {
      const value = operation.read(request)
      const { violations, open } = validate(schema, value)
      if (violations.length > 0) exercise.break(violations)
      else if (open.length === 0) {
        exercise.meet(value)
        sizes.add(value)
        for (const pair of pairsOf(featuresOf(documentLanguage, schema, value))) pairs.add(pair)
      }
    }
    counts.all += chart.constraints.length
    counts.valid += chart.constraints.filter(exercise.isMet).length
    counts.violating += chart.constraints.filter(exercise.isBroken).length
    const combinations = combinationCoverage(operation.id, pairs)
    counts.pairs.all += combinations?.pairs ?? 0
    counts.pairs.covered += combinations?.covered ?? 0
  }
  return { ...counts, sizes: sizes.covered() }
}
