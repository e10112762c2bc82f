import { isObject, isSame } from '../schema/json.ts'
import { below, isWithin, remove, set, stepsOf } from '../schema/pointer.ts'

/** What makes one value another: a new leaf at each pointer, `undefined` for a member taken away. */
export type Changes = ReadonlyMap<string, unknown>

/** The smallest set of changes that turns `from` into `to`. Arrays of different length are replaced as a whole. */
export function changesBetween(from: unknown, to: unknown): Changes {
  return new Map(differing(from, to, ''))
}

/** The value with the changes made. */
export function withChanges<T>(value: T, changes: Changes): T {
  const inOrder = [...changes].sort(([one], [other]) => stepsOf(one).length - stepsOf(other).length)
  return inOrder.reduce<T>((at, [pointer, leaf]) => withChange(at, pointer, leaf), value)
}

/** Both sets of changes as one; `undefined` when they disagree about a place. */
export function together(one: Changes, other: Changes): Changes | undefined {
  for (const [pointer, leaf] of other) {
    for (const [known, value] of one) {
      if (known === pointer ? !isSame(value, leaf) : overlaps(known, value, pointer, leaf)) return undefined
    }
  }
  return new Map([...one, ...other])
}

function withChange<T>(value: T, pointer: string, leaf: unknown): T {
  if (leaf === undefined) return remove(value, pointer)
  return set(value, pointer, leaf)
}

/** An empty object is a leaf that leaves room for members below it. */
function overlaps(known: string, value: unknown, pointer: string, leaf: unknown): boolean {
  if (isWithin(pointer, known)) return !isEmptyObject(value)
  return isWithin(known, pointer) && !isEmptyObject(leaf)
}

function isEmptyObject(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0
}

function* differing(from: unknown, to: unknown, pointer: string): Generator<[string, unknown]> {
  if (isSame(from, to)) return
  if (isObject(to) && (isObject(from) || (from === undefined && Object.keys(to).length > 0))) {
    yield* differingMembers(isObject(from) ? from : {}, to, pointer)
  } else if (Array.isArray(from) && Array.isArray(to) && from.length === to.length) {
    for (const [index, item] of to.entries()) yield* differing(from[index], item, below(pointer, index))
  } else yield [pointer, to]
}

function* differingMembers(
  from: Readonly<Record<string, unknown>>,
  to: Readonly<Record<string, unknown>>,
  pointer: string,
): Generator<[string, unknown]> {
  for (const name of new Set([...Object.keys(from), ...Object.keys(to)])) {
    yield* differing(from[name], to[name], below(pointer, name))
  }
}
