import { isObject } from '../../../schemas/json.ts'
import { below, get, set } from '../../../schemas/json-pointer.ts'
import type { RequestValue } from '../../core/model/operation.ts'
import type { Step } from './steps.ts'

/**
 * Yields conversations with fewer turns: the last turn alone, the first, plain turns only, then with half of the turns
 * removed, a quarter, and so on down to single ones.
 */
export function* fewerTurns(
  value: RequestValue,
  body: Readonly<Record<string, unknown>>,
  plain: RequestValue | undefined,
): Generator<Step> {
  for (const [name, list] of Object.entries(body)) {
    if (!Array.isArray(list) || list.length < 2) continue
    const pointer = below('/body', name)
    const step = (what: string, kept: readonly unknown[]) => ({
      name: `${pointer} ${what}`,
      value: set(value, pointer, kept),
    })
    yield step('last', list.slice(-1))
    yield step('first', list.slice(0, 1))
    const own = get(plain, below(pointer, 0))
    for (const [at, file] of filesIn(list, own).entries()) yield step(`only ${list.length - at}`, [file])
    // Calls and their results are in different turns and have to be removed together.
    yield step('one part each', list.map(firstPart))
    if (own !== undefined)
      yield step(
        'plain turns',
        Array.from(list, () => own),
      )
    for (const size of sizesFor(list.length))
      for (let at = 0; at < list.length; at += size > 2 ? size : 1)
        yield step(`${size} at ${list.length - at}`, [...list.slice(0, at), ...list.slice(at + size)])
  }
}

/** Returns a turn with only the first part of each of its lists. */
function firstPart(turn: unknown): unknown {
  if (!isObject(turn)) return turn
  const members = Object.entries(turn).map(([name, member]) => [
    name,
    Array.isArray(member) ? member.slice(0, 1) : member,
  ])
  return Object.fromEntries(members)
}

/** Returns each file of a list as the only one of its form. The field of a single file has another name. */
function filesIn(list: readonly unknown[], plain: unknown): readonly unknown[] {
  const field = isObject(plain) ? plain['field'] : undefined
  return field === undefined ? [] : list.map((file) => (isObject(file) ? { ...file, field } : file))
}

/**
 * Returns the numbers of turns to remove: even ones down to two, since user and assistant alternate, and finally one.
 */
function sizesFor(length: number): readonly number[] {
  const sizes: number[] = []
  for (let size = length / 2; size > 2; size /= 2) sizes.push(2 * Math.ceil(size / 2))
  return [...new Set([...sizes, 2, 1])].filter((size) => size < length)
}
