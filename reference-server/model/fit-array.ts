import { type Fitting, valueInside } from './fit.ts'
import { listIn, numberIn } from './loose.ts'
import { between } from './random.ts'
import type { Schema } from './schema.ts'

/** The longest array made. */
const longest = 256

/** An array of as many items as the schema asks for, and a few more where it lets. */
export function arrayThatFits(schema: Schema, fitting: Fitting): unknown[] {
  const first = listIn(schema['prefixItems'])
  const rest = first.length > 0 && schema['items'] === false
  const count = rest ? first.length : countFor(schema, first.length, fitting)
  const items: unknown[] = []
  for (let index = 0; index < count && fitting.purse.left > 0; index++) {
    items.push(nextItem(first[index] ?? schema['items'], items, schema['uniqueItems'] === true, fitting))
  }
  return items
}

function countFor(schema: Schema, prefix: number, { random, depth }: Fitting): number {
  const least = Math.max(numberIn(schema['minItems']) ?? 0, 0)
  const most = numberIn(schema['maxItems']) ?? Number.POSITIVE_INFINITY
  const wished = depth > 4 ? least : Math.max(least, prefix, between(random, 1, 3))
  return Math.min(wished, most, longest)
}

/** An item; where items must differ, one that no other is like, if some tries find it. */
function nextItem(schema: unknown, others: readonly unknown[], isUnique: boolean, fitting: Fitting): unknown {
  let item = valueInside(schema, fitting)
  if (!isUnique) return item
  const taken = new Set(others.map((other) => JSON.stringify(other)))
  for (let tries = 0; tries < 64 && taken.has(JSON.stringify(item)); tries++) item = valueInside(schema, fitting)
  return item
}
