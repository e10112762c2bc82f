import type { Use } from '../../../schemas/index.ts'
import { get, set } from '../../../schemas/json-pointer.ts'
import { hasAwkwardText } from '../../model/awkward.ts'
import type { Operation, RequestValue } from '../../model/operation.ts'
import { isObject, isSame } from '../../plan/schema/json.ts'
import type { Language } from '../../plan/schema/language.ts'
import type { Sent } from '../../plan/subject.ts'
import { placesIn, reductionsOf, weightOf } from '../../plan/values/changes.ts'
import { classify } from '../../plan/violations.ts'

/**
 * The smallest part of a valid value that still makes a use: everything is taken away without which that can do, and what
 * stands beside it is, where possible, what the plain request has there.
 */
export function useAlone(
  language: Language,
  operation: Operation,
  value: RequestValue,
  use: Use,
  plain?: RequestValue,
): Sent | undefined {
  let found: Sent | undefined
  for (let current = value; ; ) {
    const next = firstLess(language, operation, { current, value, use, plain })
    if (next === undefined) return found
    found = next
    current = next.value
  }
}

interface Narrowing {
  readonly current: RequestValue
  readonly value: RequestValue
  readonly use: Use
  readonly plain: RequestValue | undefined
}

/** The first valid value that asks for less than the current one and still makes the use. */
function firstLess(
  language: Language,
  operation: Operation,
  { current, value, use, plain }: Narrowing,
): Sent | undefined {
  const { request: schema } = operation.schemas
  if (schema === undefined) return undefined
  const before = { value: current, uses: language.validate(schema, current).uses }
  for (const candidate of alternatives(before, plain)) {
    const { violations, open, uses } = language.validate(schema, candidate)
    if (violations.length > 0 || open.length > 0) continue
    if (!asksForLess({ value: candidate, uses }, before) || !keeps(candidate, uses, value, use)) continue
    const classified = classify(language, operation, candidate)
    if (classified?.class === 'valid') return classified
  }
  return undefined
}

interface Asked {
  readonly value: RequestValue
  readonly uses: readonly Use[]
}

/** Whether a request asks for less: no awkward text, fewer uses, or as many that weigh less. So taking away comes to an end. */
export function asksForLess(one: Asked, other: Asked): boolean {
  const awkward = Number(hasAwkwardText(one.value)) - Number(hasAwkwardText(other.value))
  const order = [awkward, one.uses.length - other.uses.length, weightOf(one.value) - weightOf(other.value)]
  return (order.find((difference) => difference !== 0) ?? 0) < 0
}

/** A number that nothing is said of: where it stands for one that is made use of, the request asks for less. */
const ordinary = 16

/** A text that nobody has a reason to reject. */
const harmless = 'Hello'

/** Values near this one, the boldest steps first. */
function* alternatives({ value, uses }: Asked, plain: RequestValue | undefined): Generator<RequestValue> {
  yield* singled(value)
  if (plain !== undefined) yield* likePlain(value, plain)
  for (const { pointer } of uses) if (typeof get(value, pointer) === 'number') yield set(value, pointer, ordinary)
  for (const { value: one } of reductionsOf(value)) yield one
  if (hasAwkwardText(value)) yield* withHarmlessTexts(value)
}

/** The value with one item alone of each list: turns and blocks that belong together go together. */
function* singled(value: RequestValue): Generator<RequestValue> {
  for (const { pointer, value: items } of placesIn(value, '')) {
    if (!Array.isArray(items) || items.length < 2) continue
    for (const item of items) yield set(value, pointer, [item])
  }
}

/** The value with what the plain request has in one of its places. */
function* likePlain(value: RequestValue, plain: RequestValue): Generator<RequestValue> {
  for (const { pointer, value: at } of placesIn(value, '')) {
    const there = get(plain, pointer)
    if (there !== undefined && !isSame(there, at)) yield set(value, pointer, there)
  }
}

/** The value with a harmless text for all of its awkward ones, and for one of them. */
function* withHarmlessTexts(value: RequestValue): Generator<RequestValue> {
  const texts = [...placesIn(value.body, '/body')].filter(
    ({ value: at }) => typeof at === 'string' && hasAwkwardText({ body: at }),
  )
  yield texts.reduce((all, { pointer }) => set(all, pointer, harmless), value)
  for (const { pointer } of texts) yield set(value, pointer, harmless)
}

/** Whether a smaller request makes the use with the same value; what holds others may hold fewer of them. */
function keeps(candidate: RequestValue, uses: readonly Use[], whole: RequestValue, use: Use): boolean {
  const kept = uses.find(({ requirement }) => requirement === use.requirement)
  if (kept === undefined) return false
  const before = get(whole, use.pointer)
  return isObject(before) || Array.isArray(before) || isSame(get(candidate, kept.pointer), before)
}
