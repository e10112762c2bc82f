import { type Document, isMap, isScalar, type Pair, visit } from 'yaml'

/** A key that stands twice in one map. */
export interface DuplicateKey {
  readonly key: string
  /** Where it stands first, as an offset into the text. */
  readonly first: number
}

/** The key that stands at an offset and has stood in the same map before; `undefined` where none has. */
export function duplicateKeyAt(document: Document, offset: number): DuplicateKey | undefined {
  let found: DuplicateKey | undefined
  visit(document, {
    Collection(_, node) {
      if (!isMap(node)) return undefined
      const here = node.items.find((pair) => startOf(pair) === offset)
      if (here === undefined) return undefined
      const key = textOf(here)
      const first = startOf(node.items.find((pair) => textOf(pair) === key))
      if (first !== undefined && first !== offset) found = { key, first }
      return visit.BREAK
    },
  })
  return found
}

function startOf(pair: Pair | undefined): number | undefined {
  return isScalar(pair?.key) ? pair.key.range?.[0] : undefined
}

function textOf({ key }: Pair): string {
  return String(isScalar(key) ? key.value : key)
}
