import type { Constraint } from '../../../schemas/index.ts'
import type { Operation, UncoverableConstraints } from '../../core/model/operation.ts'
import type { SchemaCoverage } from '../../core/model/report.ts'
import type { Endpoint } from '../../core/model/vocabulary.ts'
import type { Coverage, Exercised } from './collector.ts'

/** Reports the coverage of each request schema, in the catalogue's order of operations. */
export function coverageReport(coverage: Coverage, circumstances: CoverageInputs): readonly SchemaCoverage[] {
  const exercised = coverage.exercised()
  return circumstances.operations.flatMap((operation): readonly SchemaCoverage[] => {
    const own = exercised.get(operation.id)
    if (own === undefined) return []
    const left = uncoveredConstraints(own, operation, circumstances)
    return [{ endpoint: operation.id, ...countsOf(own), left, items: own.items.covered() }]
  })
}

function countsOf({ constraints: { constraints, isMet, isBroken } }: Exercised) {
  return {
    constraints: constraints.length,
    valid: constraints.filter(isMet).length,
    violating: constraints.filter(isBroken).length,
  }
}

type Left = SchemaCoverage['left'][number]

/** The facts about a run that its coverage report needs. */
export interface CoverageInputs {
  readonly operations: readonly Operation[]
  /** Returns why a requirement does not apply to the run; `undefined` if it does. */
  readonly exclusion: (requirementId: string, operation: Endpoint) => string | undefined
}

/**
 * Returns the uncovered constraints of one request schema, each with the reason: the exclusion of its requirement, a
 * blank, or chance.
 */
export function uncoveredConstraints(
  { constraints: { constraints, isMet, isBroken } }: Exercised,
  { id, blanks = [] }: Operation,
  { exclusion }: CoverageInputs,
): readonly Left[] {
  return constraints.flatMap((constraint): readonly Left[] => {
    const { place: pointer, keyword, requirement } = constraint
    const [met, broken] = [isMet(constraint), isBroken(constraint)]
    if (met && broken) return []
    const lacks = met ? 'violating' : broken ? 'valid' : 'both'
    const reason = exclusion(requirement, id) ?? reasonFor(constraint, lacks, blanks)
    return [{ pointer, keyword, lacks, reason }]
  })
}

/** The beginning of a reason that is neither an exclusion nor a blank: the run could have covered the constraint. */
export const notCovered = 'not covered:'

const missed = {
  valid: `${notCovered} no valid request of this run met it`,
  violating: `${notCovered} no request of this run broke it and nothing else`,
} as const

function reasonFor(constraint: Constraint, lacks: Left['lacks'], blanks: readonly UncoverableConstraints[]): string {
  const sides = lacks === 'both' ? (['valid', 'violating'] as const) : [lacks]
  const reasons = sides.map((side) => uncoverableFor(constraint, side, blanks)?.reason ?? missed[side])
  return [...new Set(reasons)].join('; ')
}

/** Returns the blank that explains why a constraint is not covered. */
export function uncoverableFor(
  { place, keyword }: Constraint,
  side: UncoverableConstraints['lacks'],
  blanks: readonly UncoverableConstraints[],
): UncoverableConstraints | undefined {
  return blanks.find(
    ({ constraints, lacks }) => lacks === side && constraints.some((named) => `${place} ${keyword}`.startsWith(named)),
  )
}
