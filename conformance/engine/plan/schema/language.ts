import type { Validation } from '../../../../schemas/index.ts'
import * as schemas from '../../../../schemas/index.ts'
import { isAboutTexts } from '../../../core/model/awkward.ts'
import { type SchemaView, schemaViews } from './view.ts'

/** A set of schemas: their compiled views, and validation with them. */
export interface Language {
  view(name: string): SchemaView
  validate(name: string, value: unknown): Validation
}

const views = schemaViews({ resolve: schemas.referredNode, constraintsAt: schemas.constraintsAt })

/** The schemas of the specification. */
export const documentLanguage: Language = {
  view: (name) => views(schemas.rootNode(name)),
  validate: schemas.validate,
}

/**
 * Returns whether a value is valid and specified. Awkward texts are allowed, although their rejection is not judged
 * (G13).
 */
export function isSound({ violations, open }: Validation): boolean {
  return violations.length === 0 && open.every(isAboutTexts)
}
