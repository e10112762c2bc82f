import type { SchemaNode } from '../../../schemas/index.ts'
import * as schemas from '../../../schemas/index.ts'
import type { Validation } from '../../model/validation.ts'

/** Values that break a named rule, made from a value that keeps it. */
export type Violator = (value: unknown) => readonly unknown[]

/** What exploring needs of the schemas: to walk them, and to hear what they say of a value. */
export interface Language {
  root(name: string): SchemaNode
  resolve(node: SchemaNode): SchemaNode
  validate(name: string, value: unknown): Validation
  /** By the name of the rule; a rule without one is broken by trying small changes. */
  readonly violators: Readonly<Record<string, Violator>>
}

/** The schemas of the document. */
export const documentLanguage: Language = {
  root: schemas.rootNode,
  resolve: schemas.resolveNode,
  validate: schemas.validate,
  violators: (schemas as { readonly violators?: Readonly<Record<string, Violator>> }).violators ?? {},
}

/** Whether a value breaks no sentence and stays on certain ground. */
export function isSound({ violations, open }: Validation): boolean {
  return violations.length === 0 && open.length === 0
}
