import type { SchemaCoverage } from '../model/report.ts'
import type { Coverage, Exercised } from './collector.ts'
import { type Circumstances, leftOf } from './left.ts'

/** Reports the coverage of each request schema, in the catalogue's order of operations. */
export function coverageReport(coverage: Coverage, circumstances: Circumstances): readonly SchemaCoverage[] {
  const exercised = coverage.exercised()
  return circumstances.operations.flatMap((operation): readonly SchemaCoverage[] => {
    const own = exercised.get(operation.id)
    if (own === undefined) return []
    const left = leftOf(own, operation, circumstances)
    return [{ endpoint: operation.id, ...countsOf(own), left, items: own.items.covered() }]
  })
}

function countsOf({ chart: { constraints }, exercise }: Exercised) {
  return {
    constraints: constraints.length,
    valid: constraints.filter(exercise.isMet).length,
    violating: constraints.filter(exercise.isBroken).length,
  }
}
