import { isObject } from '../../schemas/json.ts'
import { get, parentOf, remove } from '../../schemas/json-pointer.ts'
import type { AreaArbitraries, Provoking, Random } from '../model/arbitraries.ts'
import { isAboutTexts } from '../model/awkward.ts'
import type { RequestValue } from '../model/operation.ts'
import { isSame } from '../plan/schema/json.ts'
import { isDeclaredAbsent, type Subject } from '../plan/subject.ts'
import { type DrawAim, drawValue } from './draw.ts'

/** A drawn request, and the features that it uses. */
export interface Drawn {
  readonly value: RequestValue
  readonly uses: readonly string[]
}

/** The shares of optional members in requests, in percent. Some requests are sparse, some full. */
const densities = [4, 12, 30, 55, 85] as const

/** The most repairs of a draw. */
const repairs = 10

/** A wish for a drawn request: a feature at a place, or members that provoke a behavior. */
export interface DrawGoal {
  readonly aim?: DrawAim
  readonly provoking?: Provoking
  /** True for many other features in addition. */
  readonly isFull?: boolean
  /** True for texts whose rejection is judged (interpretation G13). */
  readonly isOrdinary?: boolean
}

/** Draws a request that should be accepted; `undefined` if it cannot be repaired. */
export function drawRequest(
  subject: Subject,
  arbitraries: AreaArbitraries,
  random: Random,
  { aim, provoking, isFull = false, isOrdinary = false }: DrawGoal = {},
): Drawn | undefined {
  const { language, root } = subject
  if (root === undefined) return undefined
  // Other members may change the answer to a provoking question.
  const isSparse = aim !== undefined || provoking !== undefined
  const density = random.pick(isFull ? densities.slice(-2) : isSparse ? densities.slice(0, 2) : densities)
  const drawing = {
    ...{ language, random, root, overrides: arbitraries.places, density, isAwkward: !isOrdinary && random.chance(25) },
    aim,
  }
  const drawn = drawValue(drawing) as RequestValue | undefined
  if (drawn === undefined) return undefined
  const value = provoking === undefined ? drawn : withBody(drawn, provoking.body)
  return repaired(subject, arbitraries.arrange(value, random, subject.operation.id))
}

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

/** Returns the request with these members in its body. Objects are merged, lists replaced. */
export function withBody(value: RequestValue, members: Readonly<Record<string, unknown>>): RequestValue {
  return { ...value, body: merged(value.body, members) }
}

function merged(one: unknown, other: unknown): unknown {
  if (!isObject(one) || !isObject(other)) return other
  const inner = Object.entries(other).map(([name, member]) => [name, name in one ? merged(one[name], member) : member])
  return { ...one, ...Object.fromEntries(inner) }
}

/** Returns whether a value has all these members with exactly these values. */
export function holds(value: unknown, members: unknown): boolean {
  if (!isObject(value) || !isObject(members)) return isSame(value, members)
  return Object.entries(members).every(([name, member]) => holds(value[name], member))
}

/** Removes everything that makes a request invalid, unspecified or unsupported. */
function repaired(subject: Subject, drawn: RequestValue): Drawn | undefined {
  const { language, operation } = subject
  let value = drawn
  for (let turn = 0; turn < repairs; turn += 1) {
    const { violations, open, uses } = language.validate(operation.schemas.request ?? '', value)
    const problems = [
      ...violations,
      ...open.filter((site) => !isAboutTexts(site)),
      ...uses.filter(({ requirement }) => isDeclaredAbsent(subject, requirement)),
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
