import type { Constraint, SchemaNode, Validation } from '../../../schemas/index.ts'
import * as schemas from '../../../schemas/index.ts'
import { isAboutTexts } from '../../model/awkward.ts'
import { memoize } from '../../model/memoize.ts'

/** The part of the schemas that exploration needs: to walk them, and to validate values. */
export interface Language {
  root(name: string): SchemaNode
  resolve(node: SchemaNode): SchemaNode
  validate(name: string, value: unknown): Validation
  /** Returns the constraints of a subschema by itself that a requirement is about. */
  constraintsAt(node: SchemaNode): readonly Constraint[]
}

/** The same node for the same schema each time: what was found out about it is remembered with it. */
const roots = new Map<string, SchemaNode>()

/** The schemas of the specification. */
export const documentLanguage: Language = {
  root(name) {
    const root = roots.get(name) ?? schemas.rootNode(name)
    roots.set(name, root)
    return root
  },
  resolve: memoize(schemas.referredNode),
  validate: schemas.validate,
  constraintsAt: schemas.constraintsAt,
}

/**
 * Returns whether a value breaks no sentence and stays on certain ground. An awkward text does: only that a target
 * rejects it is nobody's fault (G13).
 */
export function isSound({ violations, open }: Validation): boolean {
  return violations.length === 0 && open.every(isAboutTexts)
}
