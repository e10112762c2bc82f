import type { Constraint, Violation } from '../../../schemas/index.ts'
import { isOfType } from '../plan/schema/json.ts'
import { documentLanguage } from '../plan/schema/language.ts'
import { type SchemaView, sitesOf } from '../plan/schema/view.ts'
import { forbiddenBy } from './forbidden.ts'

/** The constraints of a request schema that values have satisfied, and those that values have violated. */
export interface ConstraintCoverage {
  readonly constraints: readonly Constraint[]
  /** Records the constraints that a valid value satisfies. */
  meet(value: unknown): void
  break(violations: readonly Violation[]): void
  isMet(constraint: Constraint): boolean
  isBroken(constraint: Constraint): boolean
}

/** Starts to record the coverage of the schema with this name. */
export function startConstraints(name: string): ConstraintCoverage {
  const root = documentLanguage.view(name)
  const views = [...describing(root)]
  const forbidden = new Map(views.map((view) => [view, forbiddenBy(view)]))
  const met = new Set<string>()
  const broken = new Set<string>()
  return {
    constraints: views.flatMap(({ constraints }) => constraints),
    meet: (value) => {
      for (const { value: at, views: speaking } of sitesOf(root, value))
        for (const view of speaking) {
          for (const constraint of view.constraints)
            if (constraint.about === undefined || isOfType(at, constraint.about)) met.add(constraintName(constraint))
          // A valid value avoids what the other side of a condition forbids.
          const { condition } = view
          if (condition === undefined) continue
          const avoided = condition.when.fits(at) ? 'otherwise' : 'follows'
          for (const constraint of forbidden.get(view)?.[avoided] ?? []) met.add(constraintName(constraint))
        }
    },
    break: (violations) => {
      for (const { place, keyword } of violations) broken.add(`${place} ${keyword}`)
    },
    isMet: (constraint) => met.has(constraintName(constraint)),
    isBroken: (constraint) => broken.has(constraintName(constraint)),
  }
}

/** Returns the name of a constraint, which is unique among all schemas. */
export function constraintName({ place, keyword }: Pick<Constraint, 'place' | 'keyword'>): string {
  return `${place} ${keyword}`
}

/** Yields the subschemas that describe values, each once: all that are reachable, except the conditions. */
function* describing(view: SchemaView, met: Set<SchemaView> = new Set()): Generator<SchemaView> {
  if (met.has(view)) return
  met.add(view)
  yield view
  const { reference, allOf, choice, condition, properties, others, items } = view
  const beside = [reference, ...allOf, ...(choice?.branches ?? []), condition?.follows, condition?.otherwise]
  for (const part of [...beside, ...properties.values(), others, items])
    if (part !== undefined) yield* describing(part, met)
}
