/**
 * The schemas of every request, reply, error body and stream event of the specification, and validation with them. Each
 * schema is plain JSON Schema 2020-12 with four annotations, described in `schemas/README.md`.
 */

export { type Constraint, constraintsAt } from './constraints.ts'
export { facetsOfType } from './content-generation/schema-rule.ts'
export { renameToCamel } from './content-generation/spelling.ts'
export type { JsonSchema, SchemaNode } from './load.ts'
export { referredNode, resolveNode, rootNode, schemaNames } from './load.ts'
export { type Mismatch, mismatches } from './matches.ts'
export { leafPlaces } from './places.ts'
export type { SentenceId } from './sentence-ids.ts'
export { type SchemaSentence, type SentenceKind, sentences } from './sentences.ts'
export { loadValidators, mostViolations, validate } from './validate.ts'
export { emptyValidation, type OpenSite, type Use, type Validation, type Violation } from './validation.ts'
