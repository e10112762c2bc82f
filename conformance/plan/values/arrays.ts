import type { SchemaNode } from '../../../schemas/index.ts'
import type { Language } from '../schema/language.ts'
import { shapeOf } from '../schema/shape.ts'
import { candidates } from './candidates.ts'
import { words } from './texts.ts'

/** The array cut, or filled up with more items of its own kind; nothing when there is nothing to fill it with. */
export function arrayOfLength(
  language: Language,
  nodes: readonly SchemaNode[],
  value: unknown,
  length: number,
): readonly (readonly unknown[])[] {
  if (length < 0) return []
  const present = Array.isArray(value) ? value.slice(0, length) : []
  const filler = fillers(language, shapeOf(language, nodes).items)
  if (present.length < length && filler.length === 0) return []
  return [[...present, ...Array.from({ length: length - present.length }, (_, at) => filler[at % filler.length])]]
}

function fillers(language: Language, items: readonly SchemaNode[]): readonly unknown[] {
  if (items.length === 0) return words
  const made = candidates(language, items)
  return typeof made[0] === 'string' && shapeOf(language, items).values === undefined ? words : made.slice(0, 1)
}
