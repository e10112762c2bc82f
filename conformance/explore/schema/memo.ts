import type { SchemaNode } from '../../../schemas/index.ts'
import type { Language } from './language.ts'

const numbers = new WeakMap<object, number>()
let count = 0

/** Remembers what was worked out for the same schemas of the same language. What is remembered is not to be changed. */
export function remembered<T>(
  work: (language: Language, nodes: readonly SchemaNode[]) => T,
): (language: Language, nodes: readonly SchemaNode[]) => T {
  const byLanguage = new WeakMap<Language, Map<string, T>>()
  return (language, nodes) => {
    const known = byLanguage.get(language) ?? new Map<string, T>()
    byLanguage.set(language, known)
    const key = nodes.map(({ schema }) => numberOf(schema)).join(' ')
    const found = known.get(key)
    if (found !== undefined) return found
    const made = work(language, nodes)
    known.set(key, made)
    return made
  }
}

function numberOf(schema: object): number {
  const known = numbers.get(schema)
  if (known !== undefined) return known
  count += 1
  numbers.set(schema, count)
  return count
}
