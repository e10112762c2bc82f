import { isPlainlyValid, type Observation } from '../model/observation.ts'
import type { Endpoint } from '../model/vocabulary.ts'
import { type Chart, chartOf } from './chart.ts'
import { type Exercise, startExercise } from './exercise.ts'
import { type MeasuredCoverage, startMeasuring } from './measured.ts'

/** The coverage of one operation's request schema by its requests. */
export interface Exercised {
  readonly chart: Chart
  readonly exercise: Exercise
  readonly items: MeasuredCoverage
}

/**
 * Collects how far answered requests cover the request schemas. A valid request satisfies constraints, and one that
 * violates a single requirement violates them (interpretation G8). The responses do not matter here. The result depends
 * only on the set of exchanges, not on their order. Keeps no requests.
 */
export interface Coverage {
  add(seen: Observation): void
  /** Returns the coverage by operation. Operations without a request schema or without responses are left out. */
  exercised(): ReadonlyMap<Endpoint, Exercised>
}

export function startCoverage(): Coverage {
  const charts = new Map<string, Chart>()
  const operations = new Map<Endpoint, Exercised>()
  const exercisedBy = (endpoint: Endpoint, schema: string): Exercised => {
    const known = operations.get(endpoint)
    if (known !== undefined) return known
    const chart = charts.get(schema) ?? chartOf(schema)
    charts.set(schema, chart)
    const fresh = { chart, exercise: startExercise(chart), items: startMeasuring(schema) }
    operations.set(endpoint, fresh)
    return fresh
  }
  return {
    add: (seen) => {
      const { operation, request, status } = seen
      if (operation.schemas.request === undefined || status === undefined) return
      const { exercise, items } = exercisedBy(operation.id, operation.schemas.request)
      if (isPlainlyValid(seen)) {
        exercise.meet(request.value)
        items.add(request.value)
      } else if (breaksOneRequirement(request)) exercise.break(request.violations)
    },
    exercised: () => operations,
  }
}

function breaksOneRequirement({ violations: [first, ...others], credential }: Observation['request']): boolean {
  if (credential.kind !== 'valid' || first?.requirement === undefined) return false
  return others.every(({ requirement }) => requirement === first.requirement)
}
