import type { SchemaNode } from '../../schemas/index.ts'
import { isObject } from '../../schemas/json.ts'
import { memoize } from '../model/memoize.ts'
import type { Language } from '../plan/schema/language.ts'
import { listUnder, propertiesOf, referenceOf, under } from '../plan/schema/subschemas.ts'
import { fits, fitsAsWhole, tagOf } from '../plan/schema/walk.ts'

/**
 * Returns whether a value violates nothing at its own place and uses nothing unspecified there. Does not check rules in
 * code, which the validator checks.
 */
export function isSoundHere(
  language: Language,
  nodes: readonly SchemaNode[],
  value: unknown,
  mayBeAwkward = true,
): boolean {
  return nodes.every((node) => fitsAsWhole(language, node, value) && !isOpenHere(language, node, value, mayBeAwkward))
}

function isOpenHere(language: Language, node: SchemaNode, value: unknown, mayBeAwkward: boolean): boolean {
  const isOpen = unspecifiedAt(node).some(
    ({ interpretation, when }) => (interpretation !== 'G13' || !mayBeAwkward) && fits(language, when, value),
  )
  if (isOpen) return true
  const reference = referenceOf(language, node)
  const condition = under(node, 'if')
  const consequence = condition && under(node, fits(language, condition, value) ? 'then' : 'else')
  const tag = tagOf(node)
  const branch = tag === undefined || !isObject(value) ? undefined : branchFor(language, node, tag, value[tag])
  return [reference, consequence, branch, ...listUnder(node, 'allOf')].some(
    (part) => part !== undefined && isOpenHere(language, part, value, mayBeAwkward),
  )
}

/**
 * Returns the unspecified parts of a schema. Returns the same nodes each time, so that facts about them stay cached.
 */
export const unspecifiedAt = memoize(({ schema, base }: SchemaNode) =>
  [schema['x-unspecified']]
    .flat()
    .filter(isObject)
    .map(({ interpretation, when }) => ({ interpretation, when: { schema: when as SchemaNode['schema'], base } })),
)

/** Returns the alternative of a schema that this value of its tag selects. */
export function branchFor(language: Language, node: SchemaNode, tag: string, value: unknown): SchemaNode | undefined {
  return listUnder(node, 'oneOf').find((branch) => {
    const named = propertiesOf(referenceOf(language, branch) ?? branch).get(tag)
    return named !== undefined && fits(language, named, value)
  })
}
