import { isObject } from '../../../schemas/json.ts'
import { get, parentOf, remove } from '../../../schemas/json-pointer.ts'
import type { AreaArbitraries, Provoking, Random } from '../../core/model/arbitraries.ts'
import { isAboutTexts } from '../../core/model/awkward.ts'
import type { RequestValue } from '../../core/model/operation.ts'
import { isSame } from '../plan/schema/json.ts'
import { isNotDrawn, type Subject } from '../plan/subject.ts'
import { drawValue } from './draw.ts'
import type { Fragment } from './possible.ts'

/** Work in steps of a few milliseconds, between which the program can respond. */
export type SmallSteps<Result> = Generator<undefined, Result>

/** A drawn request, and the features that it uses. */
export interface Drawn {
  readonly value: RequestValue
  readonly uses: readonly string[]
}

/** The shares of optional members in requests, in percent. Some requests are sparse, some full. */
const densities = [4, 12, 30, 55, 85] as const

/** The most repairs of a draw. */
const usualRepairs = 9

/** A wish for a drawn request: an item that it covers, or members that provoke a behavior. */
export interface DrawGoal {
  readonly fragment?: Fragment | undefined
  readonly provoking?: Provoking
  /** True for many other features in addition. */
  readonly isFull?: boolean
  /** True for texts whose rejection is judged (interpretation G13). */
  readonly isOrdinary?: boolean
}

/**
 * Draws a request that should be accepted; `undefined` if it cannot be repaired. The fragment is added to a random
 * request, and may be lost in its repair.
 */
export function drawRequest(
  subject: Subject,
  arbitraries: AreaArbitraries,
  random: Random,
  { fragment, provoking, isFull = false, isOrdinary = false }: DrawGoal = {},
): Drawn | undefined {
  const { root } = subject
  if (root === undefined) return undefined
  // Other members may change the answer to a provoking question.
  const isSparse = fragment !== undefined || provoking !== undefined
  const density = random.pick(isFull ? densities.slice(-2) : isSparse ? densities.slice(0, 2) : densities)
  const isAwkward = !isOrdinary && random.chance(25)
  const drawn = drawValue({ random, root, overrides: arbitraries.places, density, isAwkward }) as
    | RequestValue
    | undefined
  if (drawn === undefined) return undefined
  const depth = random.integer(0, deepestMerge)
  const aimed = fragment === undefined ? drawn : (withFragment(drawn, fragment, depth) as RequestValue)
  const value = provoking === undefined ? aimed : withBody(aimed, provoking.body)
  return arranged(subject, arbitraries, random, value)
}

/**
 * Makes members consistent, and removes everything that makes a request invalid, unspecified or unsupported. Returns
 * `undefined` if that does not help.
 */
export function arranged(
  subject: Subject,
  { arrange }: AreaArbitraries,
  random: Random,
  value: RequestValue,
  mostRepairs = usualRepairs,
): Drawn | undefined {
  return repaired(subject, arrange(value, random, subject.operation.id), mostRepairs)
}

/**
 * Returns a request with the place of a fragment in it. Members on the way to it are merged. Of the lists on the way,
 * the first `depth` keep their number of items: the fragment is merged into their last one. The next one gets a further
 * item. Of the other members, those that the request lacks are added.
 */
export function withFragment(value: unknown, { value: fragment, path }: Fragment, depth = 0): unknown {
  return merged(value, fragment, path.split('/').slice(1), depth)
}

function merged(value: unknown, fragment: unknown, [step, ...rest]: readonly string[], depth: number): unknown {
  if (step === undefined) return fragment
  if (Array.isArray(value) && Array.isArray(fragment)) {
    const last: unknown = value.at(-1)
    if (depth === 0 || last === undefined) return [...value, ...fragment]
    return [...value.slice(0, -1), merged(last, fragment[0], rest, depth - 1)]
  }
  if (!isObject(value) || !isObject(fragment)) return fragment
  const member = Object.hasOwn(value, step) ? merged(value[step], fragment[step], rest, depth) : fragment[step]
  return { ...fragment, ...value, [step]: member }
}

/** The most lists on the way to a fragment that keep their number of items. */
export const deepestMerge = 2

/** Returns the bodies that provoke a behavior of an operation, as far as the vendor supports it. */
export function provokingFor(
  { operation, unsupported }: Subject,
  { provoking }: AreaArbitraries,
): readonly Provoking[] {
  return provoking.filter(
    ({ on, capability }) =>
      (on === undefined || on.includes(operation.id)) && (capability === undefined || !unsupported.has(capability)),
  )
}

/** Returns the pieces of an operation, each as a part of a request. */
export function piecesFor({ operation }: Subject, { pieces }: AreaArbitraries): readonly Fragment[] {
  return pieces
    .filter(({ on }) => on === undefined || on.includes(operation.id))
    .map(({ path, value }) => ({ path, value: nested(path.split('/').slice(1), value) }))
}

function nested([step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value
  return step === '*' ? [nested(rest, value)] : { [step]: nested(rest, value) }
}

/** Returns the request with these members in its body. Objects are merged, lists replaced. */
export function withBody(value: RequestValue, members: Readonly<Record<string, unknown>>): RequestValue {
  return { ...value, body: overlaid(value.body, members) }
}

function overlaid(one: unknown, other: unknown): unknown {
  if (!isObject(one) || !isObject(other)) return other
  const inner = Object.entries(other).map(([name, member]) => [
    name,
    name in one ? overlaid(one[name], member) : member,
  ])
  return { ...one, ...Object.fromEntries(inner) }
}

/** Returns whether a value has all these members with exactly these values. */
export function holds(value: unknown, members: unknown): boolean {
  if (!isObject(value) || !isObject(members)) return isSame(value, members)
  return Object.entries(members).every(([name, member]) => holds(value[name], member))
}

function repaired(subject: Subject, drawn: RequestValue, mostRepairs: number): Drawn | undefined {
  const { language, operation } = subject
  let value = drawn
  for (let turn = 0; turn <= mostRepairs; turn += 1) {
    const { violations, open, uses } = language.validate(operation.schemas.request ?? '', value)
    const problems = [
      ...violations,
      ...open.filter((site) => !isAboutTexts(site)),
      ...uses.filter(({ requirement }) => isNotDrawn(subject, requirement)),
    ]
    const [problem] = problems
    if (problem === undefined) return { value, uses: [...new Set(uses.map(({ requirement }) => requirement))] }
    const place = nearest(value, problem.pointer)
    if (place === '' || place === '/body') return undefined
    value = remove(value, place)
  }
  return undefined
}

/** Returns the place, or its nearest existing parent. */
function nearest(value: unknown, pointer: string): string {
  let place = pointer
  while (place !== '' && get(value, place) === undefined) place = parentOf(place)
  return place
}
