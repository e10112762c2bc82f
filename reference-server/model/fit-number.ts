import type { Fitting } from './fit.ts'
import { numberIn } from './loose.ts'
import { between, type Random } from './random.ts'
import type { Schema } from './schema.ts'
import { typeOf } from './schema.ts'

/** Returns a number between the schema's bounds: an integer or a multiple of `multipleOf` if there is one. */
export function numberThatFits(schema: Schema, { random }: Fitting): number {
  const isInteger = typeOf(schema) === 'integer'
  const step = numberIn(schema['multipleOf']) ?? 1
  const { least, most } = rangeOf(schema)
  const stepped = multiple(random, step > 0 ? step : 1, least, most)
  if (stepped !== undefined) return stepped
  return isInteger ? Math.ceil(least.value) : (least.value + most.value) / 2
}

interface Bound {
  readonly value: number
  readonly isOpen: boolean
}

/** The length of a range with one bound. */
const reach = 100

function rangeOf(schema: Schema): { least: Bound; most: Bound } {
  const low = bound(schema['minimum'], schema['exclusiveMinimum'], Math.max)
  const high = bound(schema['maximum'], schema['exclusiveMaximum'], Math.min)
  const least = low ?? { value: high === undefined || high.value >= 0 ? 0 : high.value - reach, isOpen: false }
  return { least, most: high ?? { value: least.value + reach, isOpen: false } }
}

/** JSON Schema has `exclusiveMinimum: 0`; its older dialects have `minimum: 0, exclusiveMinimum: true`. */
function bound(plain: unknown, exclusive: unknown, tighter: (a: number, b: number) => number): Bound | undefined {
  const closed = numberIn(plain)
  const open = numberIn(exclusive)
  if (open !== undefined) {
    const isOpen = closed === undefined || tighter(open, closed) === open
    return { value: isOpen ? open : closed, isOpen }
  }
  return closed === undefined ? undefined : { value: closed, isOpen: exclusive === true }
}

function multiple(random: Random, step: number, least: Bound, most: Bound): number | undefined {
  let first = Math.ceil(least.value / step)
  let last = Math.floor(most.value / step)
  if (least.isOpen && first * step <= least.value) first += 1
  if (most.isOpen && last * step >= most.value) last -= 1
  return first > last ? undefined : between(random, first, Math.min(last, first + reach)) * step
}
