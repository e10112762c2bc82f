import type { Ruling } from '../ruling.ts'
import { groupBy } from './group-by.ts'
import { partInWords, type Shape, sizeInWords, sizesBetween } from './sizes.ts'
import type { Trace } from './trace.ts'

/** The common ground of the requests that fail a requirement, and the request to compare them with. */
export interface SharedByFailing {
  /** In words: ``the 5 with `response_format` null fail, the 8 others pass``. */
  readonly text: string
  /** The exchange of the passing request that is closest to the smallest failing one. */
  readonly closest: string
  /** Set if only requests fail that were sent while others were under way. */
  readonly isAmongOthers?: true
}

/** A valid request that a run sent, with the circumstances of its attempts. */
interface Sent {
  readonly trace: Trace
  readonly shape: Shape
  readonly wasSentBefore: boolean
  readonly isAmongOthers: boolean
}

/** The fewest failing and passing requests from which something is concluded. */
const fewest = { failing: 2, passing: 3 }
/** The most parts that are named. If more separate the requests, any may be the reason, and none is named. */
const mostNamed = 2

/**
 * Returns a function that adds to a failed ruling what all failing requests of a run share and no passing one has: a
 * member, a value or a spelling; a size; a part of the envelope; that the same request was sent before; that others were under way.
 */
export function addShared(traces: readonly Trace[]): (ruling: Ruling) => Ruling {
  let sent: ReadonlyMap<string, Sent> | undefined
  return (ruling) => {
    const { verdict, violatingExchanges, passingExchanges, requirement } = ruling
    if (verdict !== 'fail' || requirement.kind !== 'exchange') return ruling
    if (violatingExchanges === undefined || (passingExchanges?.size ?? 0) < fewest.passing) return ruling
    sent ??= sentIn(traces)
    const failing = [...violatingExchanges].map((id) => sent!.get(id))
    if (!failing.every((one) => one !== undefined)) return ruling
    const passing = [...passingExchanges!].flatMap((id) => sent!.get(id) ?? [])
    const shared = sharedOf(failing, passing)
    return shared === undefined ? ruling : { ...ruling, shared }
  }
}

function sentIn(traces: readonly Trace[]): ReadonlyMap<string, Sent> {
  const inOrder = traces
    .filter(({ isOfRun }) => isOfRun === true)
    .toSorted((one, other) => one.startedAt - other.startedAt)
  const known = new Set<string>()
  const found = new Map<string, Sent>()
  let latest = Number.NEGATIVE_INFINITY
  for (const [index, trace] of inOrder.entries()) {
    const { shape, identity, exchange, startedAt, endedAt } = trace
    const isAmongOthers = startedAt < latest || (inOrder[index + 1]?.startedAt ?? Number.POSITIVE_INFINITY) < endedAt
    if (shape !== undefined) found.set(exchange, { trace, shape, wasSentBefore: known.has(identity), isAmongOthers })
    known.add(identity)
    latest = Math.max(latest, endedAt)
  }
  return found
}

function sharedOf(failing: readonly Sent[], passing: readonly Sent[]): SharedByFailing | undefined {
  const isEnough = requestsIn(failing) >= fewest.failing && requestsIn(passing) >= fewest.passing
  const [least] = failing.toSorted((one, other) => one.shape.parts.size - other.shape.parts.size)
  if (least === undefined || passing.length === 0) return undefined
  const what = isEnough ? (partsOnlyOf(failing, passing) ?? sizeOnlyOf(failing, passing)) : undefined
  const told = what ?? circumstanceOf(failing, passing)
  if (told === undefined) return undefined
  const text = `the ${failing.length} ${told} fail, the ${passing.length} others pass`
  const closest = closestTo(least, passing).trace.exchange
  return { text, closest, ...(told === amongOthers ? { isAmongOthers: true } : {}) }
}

function requestsIn(all: readonly Sent[]): number {
  return groupBy(all, ({ trace }) => trace.identity).size
}

function partsOnlyOf(failing: readonly Sent[], passing: readonly Sent[]): string | undefined {
  const others = new Set(passing.flatMap(({ shape }) => [...shape.parts]))
  const [first, ...rest] = failing
  const only = [...(first?.shape.parts ?? [])].filter(
    (part) => !others.has(part) && rest.every(({ shape }) => shape.parts.has(part)),
  )
  const outermost = only.filter((part) => !only.some((other) => part !== other && isWithinPart(part, other)))
  if (outermost.length === 0 || outermost.length > mostNamed) return undefined
  return `with ${outermost.map((part) => partInWords(valueIn(part, only) ?? part)).join(' and ')}`
}

/** Returns the value of a member that all failing requests share, as a part. */
function valueIn(member: string, parts: readonly string[]): string | undefined {
  return parts.find((part) => part.startsWith(`${member} `))
}

/** Returns whether a part is a value of another one, or below it. */
function isWithinPart(part: string, other: string): boolean {
  return part.startsWith(`${other}/`) || part.startsWith(`${other} `)
}

function sizeOnlyOf(failing: readonly Sent[], passing: readonly Sent[]): string | undefined {
  const [size] = sizesBetween(
    failing.map(({ shape }) => shape),
    passing.map(({ shape }) => shape),
  )
  return size === undefined ? undefined : `with ${sizeInWords(size)}`
}

const amongOthers = 'that were sent while others were under way'

function circumstanceOf(failing: readonly Sent[], passing: readonly Sent[]): string | undefined {
  if (failing.length < fewest.failing || passing.length < fewest.passing) return undefined
  const isOnly = (has: (one: Sent) => boolean) => failing.every(has) && !passing.some(has)
  const [first] = failing
  const part = first?.trace.envelope?.find((one) => isOnly(({ trace }) => trace.envelope?.includes(one) === true))
  if (part !== undefined) return `with ${part}`
  if (isOnly(({ wasSentBefore }) => wasSentBefore)) return 'that repeat an earlier request'
  if (isOnly(({ isAmongOthers }) => isAmongOthers)) return amongOthers
  return undefined
}

function closestTo({ shape: { parts } }: Sent, passing: readonly Sent[]): Sent {
  const distance = ({ shape }: Sent) =>
    [...parts].filter((part) => !shape.parts.has(part)).length +
    [...shape.parts].filter((part) => !parts.has(part)).length
  return passing.reduce((best, one) => (distance(one) < distance(best) ? one : best))
}
