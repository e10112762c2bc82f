/**
 * The schemas of every request, reply, error body and stream event of the document, and what they say of a value.
 * Each schema is plain JSON Schema 2020-12 with four annotations of ours, described in `schemas/README.md`.
 */

export { type Constraint, constraintsAt } from './constraints.ts'
export { renameToCamel } from './content-generation/spelling.ts'
export type { SchemaNode } from './load.ts'
export { resolveNode, rootNode, schemaNames } from './load.ts'
export { compileSchemas, mostViolations, validate } from './validate.ts'
