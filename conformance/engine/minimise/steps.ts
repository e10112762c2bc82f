import { isObject } from '../../../schemas/json.ts'
import { below, get, remove, set, withoutIndexes } from '../../../schemas/json-pointer.ts'
import type { RequestValue } from '../../core/model/operation.ts'
import { isSame } from '../plan/schema/json.ts'
import { encodedMembers } from '../plan/values/changes.ts'
import { plainerValues, readingSize } from './plainer-values.ts'

/** One step towards the plain request. Its name does not depend on the request it starts from. */
export interface Step {
  readonly name: string
  readonly value: RequestValue
  /** Set if the step makes a place equal to the base. The value may then grow. */
  readonly isTowardsBase?: true
  /** Set if the value is only tried. It is not smaller, and never becomes the result. */
  readonly isBeside?: true
}

/** The requests that steps lead towards. */
export interface Towards {
  readonly base: RequestValue | undefined
  readonly alike?: readonly RequestValue[]
  readonly cost?: (value: RequestValue) => number
  /** True to try the names of members in the other case. */
  readonly isRespelled?: boolean
}

/**
 * Yields all steps from a request, the largest first: the plain request, the common part of all failing requests,
 * shorter conversations, many optional members removed at once, single ones, and finally items, texts and numbers.
 */
export function* stepsFrom(
  value: RequestValue,
  { base: plain, alike = [], cost, isRespelled = false }: Towards,
): Generator<Step> {
  if (plain !== undefined) yield { name: 'plain', value: plain, isTowardsBase: true }
  if (!isObject(value.body)) return
  const places = optionalPlaces(value, plain)
  if (alike.length > 0) yield { name: 'what all have', value: inCommon(value, places, plain, alike) }
  if (cost !== undefined) yield* cheaper(value, places, cost)
  yield* likePlain(value, plain)
  yield* fewerTurns(value, value.body, plain)
  yield* fewerMembers(value, places)
  yield* deeper(value, plain)
  yield* plainerLeaves(value, plain)
  if (isRespelled) yield* otherSpellings(value, value.body, '/body')
}

/**
 * Removes the optional members that some other failing request lacks, and uses plain members where one of them does.
 */
function inCommon(
  value: RequestValue,
  places: readonly string[],
  plain: RequestValue | undefined,
  alike: readonly RequestValue[],
): RequestValue {
  const rare = places.filter((place) => alike.some((other) => get(other, place) === undefined))
  const common = rare.reduce((at, place) => remove(at, place), value)
  const isPlainIn = (pointer: string, own: unknown) => alike.some((other) => isSame(get(other, pointer), own))
  return plainMembers(plain)
    .filter(({ pointer, own }) => isPlainIn(pointer, own))
    .reduce((at, { pointer, own }) => set(at, pointer, own), common)
}

/** Yields steps that make a request cheaper. They come first, since each request that is sent is billed. */
function* cheaper(
  value: RequestValue,
  places: readonly string[],
  cost: (value: RequestValue) => number,
): Generator<Step> {
  const now = cost(value)
  for (const place of places) {
    const next = remove(value, place)
    if (cost(next) < now) yield { name: `${place} away`, value: next }
  }
}

/** Yields steps that make members equal to those of the plain request. */
function* likePlain(value: RequestValue, plain: RequestValue | undefined): Generator<Step> {
  for (const { pointer, own } of plainMembers(plain))
    if (!isSame(own, get(value, pointer)))
      yield { name: `${pointer} plain`, value: set(value, pointer, own), isTowardsBase: true }
}

function plainMembers(plain: RequestValue | undefined): readonly { readonly pointer: string; readonly own: unknown }[] {
  const body = isObject(plain?.body) ? plain.body : {}
  return Object.entries(body).map(([name, own]) => ({ pointer: below('/body', name), own }))
}

/**
 * Yields requests without optional members of the body, and of objects in it: all of them, halves and quarters, then
 * single ones.
 */
function* fewerMembers(value: RequestValue, places: readonly string[]): Generator<Step> {
  const away = (pointers: readonly string[], name: string) => ({
    name,
    value: pointers.reduce((at, pointer) => remove(at, pointer), value),
  })
  for (const parts of [1, 2, 4]) {
    // With few members, most are needed, and removing several at once rarely helps.
    if (places.length < 3 * parts) continue
    const size = Math.ceil(places.length / parts)
    for (let part = 0; part < parts; part += 1)
      yield away(places.slice(part * size, (part + 1) * size), `part ${part} of ${parts}: ${places.join(' ')}`)
  }
  for (const place of places) yield away([place], `${place} away`)
}

function optionalPlaces(value: RequestValue, plain: RequestValue | undefined): readonly string[] {
  const top = Object.keys(isObject(value.body) ? value.body : {}).map((name) => below('/body', name))
  const optional = top.filter((pointer) => get(plain, pointer) === undefined)
  return optional.flatMap((pointer) => {
    const member = get(value, pointer)
    const names = isObject(member) ? Object.keys(member) : []
    return names.length < 2 ? [pointer] : [...names.map((name) => below(pointer, name)), pointer]
  })
}

/** The most items of a list that are only removed one by one. */
const fewItems = 5

/** Yields changes of deeper members and items, the largest first: equal to the plain request, shortened, or removed. */
function* deeper(value: RequestValue, plain: RequestValue | undefined): Generator<Step> {
  const usual = plainPlaces(plain)
  const spots = [...everySpot(value.body, '/body')].filter(({ depth }) => depth > 1)
  for (const { pointer, value: at, isOneOfSeveral } of spots.sort(
    (one, other) => readingSize(other.value) - readingSize(one.value),
  )) {
    const own = usual.get(withoutIndexes(pointer))
    const isPlain = own !== undefined && isSame(own, at)
    if (isPlain && !isOneOfSeveral) continue
    if (own !== undefined && !isPlain)
      yield { name: `${pointer} plain`, value: set(value, pointer, own), isTowardsBase: true }
    if (Array.isArray(at) && at.length > 1) {
      yield { name: `${pointer} last`, value: set(value, pointer, at.slice(-1)) }
      yield { name: `${pointer} first`, value: set(value, pointer, at.slice(0, 1)) }
    }
    if (Array.isArray(at) && at.length > fewItems) {
      const middle = Math.ceil(at.length / 2)
      yield { name: `${pointer} last half`, value: set(value, pointer, at.slice(-middle)) }
      yield { name: `${pointer} first half`, value: set(value, pointer, at.slice(0, middle)) }
    }
    yield { name: `${pointer} away`, value: withoutSpot(value, pointer) }
    if (Array.isArray(at) && at.length === 1 && isObject(at[0]) && typeof at[0]['text'] === 'string')
      yield { name: `${pointer} as text`, value: set(value, pointer, at[0]['text']) }
  }
}

/**
 * Removes a place. Properties of a nested schema go together with the list of required ones: with
 * `additionalProperties: false`, no arguments would satisfy the rest.
 */
function withoutSpot(value: RequestValue, pointer: string): RequestValue {
  const away = remove(value, pointer)
  const schema = isInNestedSchema(pointer) ? /^(.*)\/properties(\/[^/]*)?$/.exec(pointer)?.[1] : undefined
  return schema === undefined ? away : remove(away, below(schema, 'required'))
}

/** Yields plainer texts and numbers, place by place. Values as in the plain request stay unchanged. */
function* plainerLeaves(value: RequestValue, plain: RequestValue | undefined) {
  const usual = plainPlaces(plain)
  for (const { pointer, value: at } of everySpot(value.body, '/body')) {
    if (isSame(usual.get(withoutIndexes(pointer)), at)) continue
    if (encodedMembers.has(pointer.slice(pointer.lastIndexOf('/') + 1)) || isInNestedSchema(pointer)) continue
    for (const [index, one] of plainerValues(at).entries())
      yield { name: `${pointer} plainer ${index}`, value: set(value, pointer, one) }
  }
}

/** Members with a JSON Schema. Its words are not checked, so another word there could make the request invalid. */
const nestedSchemas = new Set(['input_schema', 'parameters', 'responseSchema', 'response_schema'])

/** Returns whether a place is in a JSON Schema that the request contains. */
export function isInNestedSchema(pointer: string): boolean {
  return pointer.split('/').some((step) => nestedSchemas.has(step))
}

/** A place in a value, and the value there. */
export interface Spot {
  readonly pointer: string
  readonly value: unknown
  readonly depth: number
  /** True if it is one of several items of a list. */
  readonly isOneOfSeveral: boolean
}

/** Yields a value and everything in it, outer values first. */
export function* everySpot(value: unknown, pointer: string, depth = 0, isOneOfSeveral = false): Generator<Spot> {
  yield { pointer, value, depth, isOneOfSeveral }
  const members = Array.isArray(value) ? value.entries() : isObject(value) ? Object.entries(value) : []
  const isLong = Array.isArray(value) && value.length > 1
  for (const [step, member] of members) yield* everySpot(member, below(pointer, step), depth + 1, isLong)
}

/** Returns the values at each place of the plain request. All items of a list share one place. */
function plainPlaces(plain: RequestValue | undefined): ReadonlyMap<string, unknown> {
  return new Map([...everySpot(plain?.body, '/body')].map(({ pointer, value }) => [withoutIndexes(pointer), value]))
}

/**
 * Yields members with their names in the other case. If that is accepted, the spelling is the cause and not the member.
 * A name without another spelling gives a request that is unspecified.
 */
function* otherSpellings(value: RequestValue, at: unknown, pointer: string): Generator<Step> {
  if (Array.isArray(at))
    for (const [index, item] of at.entries()) yield* otherSpellings(value, item, below(pointer, index))
  if (!isObject(at)) return
  for (const [name, member] of Object.entries(at)) {
    const other = otherCaseOf(name)
    if (other !== name) {
      const members = Object.entries(at).map(([own, inner]) => [own === name ? other : own, inner])
      const next = set(value, pointer, Object.fromEntries(members))
      yield { name: `${below(pointer, name)} as ${other}`, value: next, isTowardsBase: true, isBeside: true }
    }
    yield* otherSpellings(value, member, below(pointer, name))
  }
}

/** Returns a name in the other of the two spellings: `top_k` for `topK`, and the reverse. */
export function otherCaseOf(name: string): string {
  return name.includes('_') ? inCamelCase(name) : name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export function inCamelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/**
 * Yields conversations with fewer turns: the last turn alone, the first, plain turns only, then with half of the turns
 * removed, a quarter, and so on down to single ones.
 */
function* fewerTurns(
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
