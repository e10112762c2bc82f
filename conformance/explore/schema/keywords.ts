import type { SchemaNode } from '../../../schemas/index.ts'
import type { Language } from './language.ts'
import { reachable } from './subschemas.ts'

/** The keywords that generating understands (schemas/README.md). */
const understood = new Set(
  [
    'type const enum required properties items additionalProperties minimum maximum exclusiveMinimum exclusiveMaximum',
    'minLength maxLength pattern format minItems maxItems minProperties maxProperties allOf oneOf discriminator if then else $ref $defs',
    '$id $schema $comment title description default examples',
    'x-section x-says x-requirement x-accepts x-open x-rule',
  ].flatMap((line) => line.split(' ')),
)

/** Throws when a schema that can be reached from `root` says something that generating would silently overlook. */
export function assertUnderstood(language: Language, root: SchemaNode): void {
  for (const { schema, base } of reachable(language, root)) {
    const stranger = Object.keys(schema).find((keyword) => !understood.has(keyword))
    if (stranger !== undefined) throw new Error(`${base}: the keyword ${stranger} is not understood`)
    if ('oneOf' in schema && !('discriminator' in schema))
      throw new Error(`${base}: oneOf stands without discriminator`)
    if (typeof schema['additionalProperties'] === 'boolean') {
      throw new Error(
        `${base}: additionalProperties is ${schema['additionalProperties']}, but request schemas are open`,
      )
    }
  }
}
