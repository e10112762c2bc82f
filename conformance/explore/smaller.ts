import fc from 'fast-check'
import { below, get, remove, set } from '../../schemas/json-pointer.ts'
import type { Operation, RequestValue } from '../model/operation.ts'
import { canonical, isObject, isSame } from '../plan/schema/json.ts'
import type { Language } from '../plan/schema/language.ts'
import { type Classification, classify, isSameClass } from '../plan/violations.ts'
import { plainText } from './texts.ts'

/** What shrinking keeps to: whether a value is still what it was, and if not, which of its places are in the way. */
type Fitness = (value: RequestValue) => { readonly fits: boolean; readonly inTheWay: readonly string[] }

/** What a value shrinks to, and how it is checked. */
interface Shrinking {
  /** The plain request of the operation, where it is known: all requests shrink towards it. */
  readonly plain: RequestValue | undefined
  readonly fitness: Fitness
  /** Set once nothing smaller is wanted any more. */
  readonly isOver?: () => boolean
}

/** Whether a value is a request of the same kind: certainly valid, or breaking the same requirement and nothing else. */
export function fitnessOf(language: Language, operation: Operation, kind: Classification): Fitness {
  const { request: schema } = operation.schemas
  return (value) => {
    const classified = classify(language, operation, value)
    // What cannot be written as it is, such as facts that no file has, is no request.
    if (classified !== undefined && isSameClass(classified.class, kind) && isSame(classified.value, value))
      return { fits: true, inTheWay: [] }
    if (schema === undefined) return { fits: false, inTheWay: [] }
    const { violations, open } = language.validate(schema, value)
    const wanted = kind === 'valid' ? undefined : kind.breaks
    const others = violations.filter(({ requirement }) => requirement === undefined || requirement !== wanted)
    return { fits: false, inTheWay: [...open, ...others].map(({ pointer }) => pointer) }
  }
}

/** One step towards the plain request. Its name is the same wherever it starts from. */
interface Step {
  readonly name: string
  readonly value: RequestValue
}

/** The steps that are known not to help; what went before a step that helped did not. */
type Tried = ReadonlySet<string>

/**
 * Smaller requests of the same kind, the boldest first: the plain one, the last turn alone, many optional members away
 * at once, then one by one, then items, texts and numbers. A step that helps leads on to those that were not tried.
 */
export function smaller(
  value: RequestValue,
  context: unknown,
  shrinking: Shrinking,
): fc.Stream<fc.Value<RequestValue>> {
  return fc.stream(steps(value, context instanceof Set ? (context as Tried) : new Set(), shrinking))
}

function* steps(value: RequestValue, tried: Tried, shrinking: Shrinking): Generator<fc.Value<RequestValue>> {
  const weight = weightOf(value)
  const met = new Set<string>([canonical(value)])
  const names = new Set(tried)
  const all = [...stepsFrom(value, shrinking.plain)]
  const fresh = all.filter(({ name }) => !tried.has(name))
  // What did not help before may help now that other things are gone.
  const again = all.filter(({ name }) => tried.has(name))
  for (const [list, known] of [
    [fresh, names],
    [again, new Set<string>()],
  ] as const) {
    for (const { name, value: next } of list) {
      if (shrinking.isOver?.() === true) return
      const mended = weightOf(next) < weight ? mend(next, shrinking.fitness) : undefined
      const text = mended === undefined ? '' : canonical(mended)
      if (mended !== undefined && weightOf(mended) < weight && !met.has(text)) {
        met.add(text)
        yield new fc.Value(mended, new Set(known))
      }
      known.add(name)
    }
  }
}

/** How many places that are in the way are taken away before a step is given up. */
const patience = 6

/** The value without what only stood there because of what is gone: a choice among tools that are no longer declared. */
export function mend(value: RequestValue, fitness: Fitness): RequestValue | undefined {
  let current = value
  for (let turn = 0; turn < patience; turn += 1) {
    const { fits, inTheWay } = fitness(current)
    if (fits) return current
    const place = inTheWay.find((pointer) => pointer.split('/').length > 2 && get(current, pointer) !== undefined)
    if (place === undefined) return undefined
    current = remove(current, place)
  }
  return undefined
}

function* stepsFrom(value: RequestValue, plain: RequestValue | undefined): Generator<Step> {
  if (plain !== undefined) yield { name: 'plain', value: plain }
  const { body } = value
  if (!isObject(body)) return
  yield* fewerTurns(value, body)
  yield* fewerMembers(value, plain)
  if (plain !== undefined) yield* likePlain(value, plain)
  yield* deeper(value)
  yield* plainerLeaves(value)
}

/** Conversations end in what is asked: the turns before go, all of them, half of them, two by two, one by one. */
function* fewerTurns(value: RequestValue, body: Readonly<Record<string, unknown>>): Generator<Step> {
  for (const [name, list] of Object.entries(body)) {
    if (!Array.isArray(list) || list.length < 2) continue
    const pointer = below('/body', name)
    const without = (what: string, kept: readonly unknown[]) => ({
      name: `${pointer} ${what}`,
      value: set(value, pointer, kept),
    })
    yield without('last', list.slice(-1))
    yield without('first', list.slice(0, 1))
    if (list.length > 4) yield without(`half of ${list.length}`, list.slice(2 * Math.ceil(list.length / 4)))
    for (let at = 0; at + 1 < list.length; at += 1)
      if (list.length > 2)
        yield without(
          `two at ${list.length - at}`,
          list.filter((_, index) => index !== at && index !== at + 1),
        )
    for (const at of list.keys())
      yield without(
        `one at ${list.length - at}`,
        list.filter((_, index) => index !== at),
      )
  }
}

/** The optional members of the body, and those of objects in it, by halves and quarters, then each by itself. */
function* fewerMembers(value: RequestValue, plain: RequestValue | undefined): Generator<Step> {
  const places = optionalPlaces(value, plain)
  const away = (pointers: readonly string[], name: string) => ({
    name,
    value: pointers.reduce((at, pointer) => remove(at, pointer), value),
  })
  for (const parts of [1, 2, 4]) {
    if (places.length < 2 * parts || places.length < 3) continue
    const size = Math.ceil(places.length / parts)
    for (let part = 0; part < parts; part += 1)
      yield away(places.slice(part * size, (part + 1) * size), `part ${part} of ${parts}: ${places.join(' ')}`)
  }
  for (const place of places) yield away([place], `${place} away`)
}

function optionalPlaces(value: RequestValue, plain: RequestValue | undefined): readonly string[] {
  const top = Object.keys(value.body as object).map((name) => below('/body', name))
  const optional = top.filter((pointer) => get(plain, pointer) === undefined)
  return optional.flatMap((pointer) => {
    const member = get(value, pointer)
    const names = isObject(member) ? Object.keys(member) : []
    return names.length < 2 ? [pointer] : [...names.map((name) => below(pointer, name)), pointer]
  })
}

/** What the plain request has too is as it is there. */
function* likePlain(value: RequestValue, plain: RequestValue): Generator<Step> {
  for (const name of Object.keys(isObject(plain.body) ? plain.body : {})) {
    const pointer = below('/body', name)
    const own = get(plain, pointer)
    if (!isSame(own, get(value, pointer))) yield { name: `${pointer} plain`, value: set(value, pointer, own) }
  }
}

/** Members and items further down, the heaviest first. */
function* deeper(value: RequestValue): Generator<Step> {
  const spots = [...everySpot(value.body, '/body')].filter(({ depth }) => depth > 1)
  for (const { pointer, value: at } of spots.sort((one, other) => weightOf(other.value) - weightOf(one.value))) {
    if (Array.isArray(at) && at.length > 1) {
      yield { name: `${pointer} last`, value: set(value, pointer, at.slice(-1)) }
      yield { name: `${pointer} first`, value: set(value, pointer, at.slice(0, 1)) }
    }
    yield { name: `${pointer} away`, value: remove(value, pointer) }
    if (Array.isArray(at) && at.length === 1 && isObject(at[0]) && typeof at[0]['text'] === 'string')
      yield { name: `${pointer} as text`, value: set(value, pointer, at[0]['text']) }
  }
}

function* plainerLeaves(value: RequestValue): Generator<Step> {
  for (const { pointer, value: at } of everySpot(value.body, '/body')) {
    for (const [index, one] of plainer(at).entries())
      yield { name: `${pointer} plainer ${index}`, value: set(value, pointer, one) }
  }
}

function plainer(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return [1, 2, Math.trunc(value), Math.trunc(value / 2)].filter((one) => one !== value)
  if (typeof value !== 'string' || value.length < 2 || value === plainText) return []
  const middle = Math.ceil(value.length / 2)
  return [plainText, 'e', value.slice(0, middle), value.slice(middle)].filter(
    (one) => one.length < value.length || !/^[ -~]*$/.test(value),
  )
}

interface Spot {
  readonly pointer: string
  readonly value: unknown
  readonly depth: number
}

function* everySpot(value: unknown, pointer: string, depth = 0): Generator<Spot> {
  yield { pointer, value, depth }
  const members = Array.isArray(value) ? value.entries() : isObject(value) ? Object.entries(value) : []
  for (const [step, member] of members) yield* everySpot(member, below(pointer, step), depth + 1)
}

/** How much there is to read in a value: every step makes it less. Unusual characters weigh more than plain ones. */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return 1 + value.length + 2 * value.replaceAll(/[ -~]/g, '').length
  if (typeof value === 'number') return 1 + Math.log2(1 + Math.abs(value)) + (Number.isInteger(value) ? 0 : 1)
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + weightOf(item), 1)
  if (!isObject(value)) return 1
  return Object.entries(value).reduce((sum, [name, member]) => sum + name.length + weightOf(member), 1)
}
