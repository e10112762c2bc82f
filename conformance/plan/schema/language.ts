import type { Constraint, SchemaNode, Validation } from '../../../schemas/index.ts'
import * as schemas from '../../../schemas/index.ts'
import { isAboutTexts } from '../../model/awkward.ts'
import { memoize } from '../../model/memoize.ts'

/** The functions on schemas that planning needs: to walk them, and to validate values. */
export interface Language {
  root(name: string): SchemaNode
  resolve(node: SchemaNode): SchemaNode
  validate(name: string, value: unknown): Validation
  /** Returns the constraints of a subschema that have a requirement, without those of its own subschemas. */
  constraintsAt(node: SchemaNode): readonly Constraint[]
}

/** Root nodes by name. Returning the same node each time keeps facts about it cached. */
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
 * Returns whether a value is valid and specified. Awkward texts are allowed, although their rejection is not judged
 * (G13).
 */
export function isSound({ violations, open }: Validation): boolean {
  return violations.length === 0 && open.every(isAboutTexts)
}
