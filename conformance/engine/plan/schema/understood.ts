import type { SchemaView } from './view.ts'

/** Yields a subschema and all others that are reachable from it, each once. */
export function* reachable(view: SchemaView, met: Set<SchemaView> = new Set()): Generator<SchemaView> {
  if (met.has(view)) return
  met.add(view)
  yield view
  const { reference, allOf, condition, choice, properties, others, items } = view
  const conditional = condition === undefined ? [] : [condition.when, condition.follows, condition.otherwise]
  const parts = [
    reference,
    ...allOf,
    ...conditional,
    ...(choice?.branches ?? []),
    ...properties.values(),
    others,
    items,
  ]
  for (const part of parts) if (part !== undefined) yield* reachable(part, met)
}

/** The keywords that generation understands (schemas/README.md). */
const understood = new Set(
  [
    'type const enum required properties items additionalProperties minimum maximum exclusiveMinimum exclusiveMaximum',
    'minLength maxLength pattern format minItems maxItems minProperties maxProperties allOf oneOf discriminator if then else $ref $defs',
    '$id $schema $comment title description default examples',
    'x-section x-says x-requirement x-feature x-unspecified x-rule',
  ].flatMap((line) => line.split(' ')),
)

/** Throws if a schema that is reachable from `root` has a keyword or form that generation would silently ignore. */
export function assertUnderstood(root: SchemaView): void {
  for (const { schema } of reachable(root)) {
    const stranger = Object.keys(schema).find((keyword) => !understood.has(keyword))
    const named = JSON.stringify(schema).slice(0, 80)
    if (stranger !== undefined) throw new Error(`the keyword ${stranger} is not understood: ${named}`)
    if ('oneOf' in schema && !('discriminator' in schema))
      throw new Error(`oneOf stands without discriminator: ${named}`)
    if (typeof schema['additionalProperties'] === 'boolean')
      throw new Error(`additionalProperties is a boolean, but request schemas are open: ${named}`)
  }
}
