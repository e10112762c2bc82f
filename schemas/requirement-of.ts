import type { ErrorObject } from 'ajv'
import type { JsonSchema } from './load.ts'
import { schemaDocuments } from './load.ts'

type Annotation = string | Readonly<Record<string, string>>

/** Keywords whose subschemas apply to the same value, and therefore inherit its annotation. */
const inPlace = ['allOf', 'oneOf', 'if', 'then', 'else'] as const

let inherited: WeakMap<object, Annotation> | undefined

function annotationOf(schema: object): Annotation | undefined {
  inherited ??= inheritedByAll()
  return inherited.get(schema)
}

function inheritedByAll(): WeakMap<object, Annotation> {
  const found = new WeakMap<object, Annotation>()
  for (const document of schemaDocuments().values()) inherit(found, document, undefined)
  return found
}

function inherit(found: WeakMap<object, Annotation>, schema: unknown, annotation: Annotation | undefined): void {
  if (Array.isArray(schema)) for (const item of schema) inherit(found, item, undefined)
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return
  const own = ((schema as JsonSchema)['x-requirement'] as Annotation | undefined) ?? annotation
  if (own !== undefined) found.set(schema, own)
  for (const [keyword, inner] of Object.entries(schema)) {
    const passesOn = (inPlace as readonly string[]).includes(keyword)
    for (const subschema of passesOn ? [inner].flat() : [inner]) inherit(found, subschema, passesOn ? own : undefined)
  }
}

/**
 * Returns the id of the requirement that an Ajv error violates. The annotation is that of its subschema, or of the
 * missing member.
 */
export function violatedRequirement({ keyword, parentSchema, params }: ErrorObject): string | undefined {
  return requirementAt(parentSchema as JsonSchema, keyword, keyword === 'required' ? missingIn(params) : undefined)
}

/** Returns the id of the requirement for this keyword of this subschema, or for the missing member of `required`. */
export function requirementAt(schema: JsonSchema, keyword: string, missing?: string): string | undefined {
  if (missing === undefined) return chosen(annotationOf(schema), keyword)
  const member = (schema['properties'] as Record<string, object> | undefined)?.[missing]
  return chosen(member && annotationOf(member), keyword) ?? chosen(annotationOf(schema), keyword)
}

/** Returns the missing member in an Ajv error of `required`. */
export function missingIn(params: ErrorObject['params']): string {
  return String(params['missingProperty'])
}

function chosen(annotation: Annotation | undefined, keyword: string): string | undefined {
  return typeof annotation === 'object' ? (annotation[keyword] ?? annotation['*']) : annotation
}
