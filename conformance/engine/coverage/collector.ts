import { validate } from '../../../schemas/index.ts'
import type { RecordedRequest } from '../../core/model/exchange.ts'
import { isPlainlyValid, type Observation } from '../../core/model/observation.ts'
import type { Operation } from '../../core/model/operation.ts'
import type { ItemCoverage } from '../../core/model/report.ts'
import type { Endpoint } from '../../core/model/vocabulary.ts'
import { type ConstraintCoverage, startConstraints } from './constraints.ts'
import { type MeasuredCoverage, startMeasuring } from './measured.ts'

/** The coverage of one operation's request schema by its requests. */
export interface Exercised {
  readonly constraints: ConstraintCoverage
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
  const operations = new Map<Endpoint, Exercised>()
  const exercisedBy = (endpoint: Endpoint, schema: string): Exercised => {
    const known = operations.get(endpoint)
    if (known !== undefined) return known
    const fresh = { constraints: startConstraints(schema), items: startMeasuring(schema) }
    operations.set(endpoint, fresh)
    return fresh
  }
  return {
    add: (seen) => {
      const { operation, request, status } = seen
      if (operation.schemas.request === undefined || status === undefined) return
      const { constraints, items } = exercisedBy(operation.id, operation.schemas.request)
      if (isPlainlyValid(seen)) {
        constraints.meet(request.value)
        items.add(request.value)
      } else if (breaksOneRequirement(request)) constraints.break(request.violations)
    },
    exercised: () => operations,
  }
}

function breaksOneRequirement({ violations: [first, ...others], credential }: Observation['request']): boolean {
  if (credential.kind !== 'valid' || first?.requirement === undefined) return false
  return others.every(({ requirement }) => requirement === first.requirement)
}

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
    const covered = startConstraints(schema)
    const measured = startMeasuring(schema)
    for (const request of own) {
      const value = operation.read(request)
      const { violations, open } = validate(schema, value)
      if (violations.length > 0) covered.break(violations)
      else if (open.length === 0) {
        covered.meet(value)
        measured.add(value)
      }
    }
    const { constraints, isMet, isBroken } = covered
    counts.all += constraints.length
    counts.valid += constraints.filter(isMet).length
    counts.violating += constraints.filter(isBroken).length
    items.push({ endpoint: operation.id, ...measured.covered() })
  }
  return { constraints: counts, items }
}
