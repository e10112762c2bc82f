import { isComplete2xx } from '../../../core/model/observation.ts'
import type { Traffic } from '../../../core/model/report.ts'
import type { Requirement } from '../../../core/model/requirement.ts'
import type { Endpoint } from '../../../core/model/vocabulary.ts'
import { findingsKept, type MadeByOthers, type Ruling, type SharedByFailing } from '../ruling.ts'
import { quotedBriefly } from '../target-message.ts'
import {
  type Circumstance,
  type Circumstances,
  chanceThatAllHave,
  circumstanceOf,
  circumstancesIn,
  type Happening,
  neededFor,
  smallEnough,
} from './circumstances.ts'
import { groupBy } from './group-by.ts'
import { laterItemsInWords } from './later-items.ts'
import { partInWords, type Shape, sizeInWords, sizesBetween } from './sizes.ts'
import type { Trace } from './trace.ts'

/** A request that a run sent, with the circumstances of its attempts. */
interface Sent {
  readonly trace: Trace
  readonly circumstances: Circumstances
}

/** A valid request that a run sent. */
type Valid = Sent & { readonly trace: { readonly shape: Shape } }

/** The fewest failing and passing requests from which something is concluded about their parts. */
const fewest = { failing: 2, passing: 3 }
/** The most parts that are named. If more separate the requests, any may be the reason, and none is named. */
const mostNamed = 2

/** Tells what failing exchanges of a run share. */
export interface SharedFinder {
  /**
   * Returns a failed ruling with what all failing requests share and no passing one has: a member, a value or a spelling;
   * a size; a part of the envelope; or else with the circumstance that they share. A ruling on combinations fails if valid
   * requests are rejected in one circumstance only.
   */
  add(ruling: Ruling): Ruling
  /**
   * Returns the circumstance in which valid requests of an operation are not served that are served at other times, as
   * the same bytes in any case of the run.
   */
  unservedOnly(operation: string): Required<NonNullable<Traffic['servedSometimes']>> | undefined
  /**
   * Returns the kinds of awkward characters with which an operation rejects every valid request, more often than other
   * rejections explain. That is observed only (interpretation G13).
   */
  charactersRejected(operation: string): NonNullable<Traffic['charactersRejected']>
}

/** Compares the exchanges of a run. `left` are those that the suite itself cancelled. */
export function findShared(
  traces: readonly Trace[],
  left: readonly Happening[] = [],
  requirements: readonly Requirement[] = [],
): SharedFinder {
  let known: ReadonlyMap<string, Sent> | undefined
  const sent = (): ReadonlyMap<string, Sent> => {
    known ??= sentIn(traces, left)
    return known
  }
  /** Compares the valid requests of an operation that were not served in one way with those that were. */
  const unservedIn = (operation: string, isOfWay: (trace: Trace) => boolean): Unserved | undefined => {
    const valid = traces.filter((trace) => trace.operation === operation && trace.uses !== undefined)
    const identities = new Set(valid.filter(isServed).map(({ identity }) => identity))
    const isUnserved = (trace: Trace) => !isServed(trace) && isOfWay(trace)
    if (!valid.some((trace) => isUnserved(trace) && identities.has(trace.identity))) return undefined
    const all = valid.flatMap(({ exchange }) => sent().get(exchange) ?? [])
    const served = all.filter(({ trace }) => isServed(trace))
    // Failures after the last success come from a target that stopped, so they have no circumstance.
    const last = Math.max(...served.map(({ trace }) => trace.startedAt))
    const unserved = all.filter(({ trace }) => isUnserved(trace) && trace.startedAt < last)
    const sometimes = unserved.filter(({ trace }) => identities.has(trace.identity))
    if (sometimes.length === 0) return undefined
    // A circumstance may explain the requests that were never served too. If it does not, they have other reasons.
    for (const explained of [unserved, sometimes]) {
      const circumstance = circumstanceOf(explained.map(circumstancesOf), served.map(circumstancesOf))
      if (circumstance !== undefined) return { circumstance, unserved: explained, sometimes, served }
    }
    return undefined
  }
  return {
    add: (ruling) => {
      const { verdict, violatingExchanges, passingExchanges, requirement, operation } = ruling
      if (verdict !== 'fail' && isOfAllRequests(requirement, operation, requirements)) {
        const found = unservedIn(operation, ({ responseClass }) => responseClass === 'rejected')
        return found === undefined ? ruling : rejectedOnlyIn(found, ruling)
      }
      if (verdict !== 'fail' || requirement.kind === 'transcript') return ruling
      if (violatingExchanges === undefined || passingExchanges === undefined) return ruling
      const [failing, passing] = [violatingExchanges, passingExchanges].map((ids) =>
        [...ids].map((id) => sent().get(id)),
      )
      if (!failing!.every((one) => one !== undefined)) return ruling
      const others = passing!.filter((one) => one !== undefined)
      const shared = sharedOf(failing as readonly Sent[], others, ruling)
      return shared === undefined ? ruling : { ...ruling, shared }
    },
    unservedOnly: (operation) => {
      const found = unservedIn(operation, () => true)
      if (found === undefined) return undefined
      const { circumstance, unserved, sometimes, served } = found
      const same = new Set(sometimes.map(({ trace }) => trace.identity))
      const attempts = sometimes.length + served.filter(({ trace }) => same.has(trace.identity)).length
      const only = onlyInWords(circumstance, unserved, served)
      return { requests: same.size, unserved: sometimes.length, attempts, only }
    },
    charactersRejected: (operation) => {
      const valid = traces.filter((one) => one.operation === operation && (one.uses ?? one.awkwardUses) !== undefined)
      return charactersRejectedIn([...groupBy(valid, ({ identity }) => identity).values()])
    },
  }
}

/** Each item has the attempts of one request. */
function charactersRejectedIn(requests: readonly (readonly [Trace, ...Trace[]])[]) {
  const served = new Set(requests.filter((attempts) => attempts.some(isServed)))
  const kinds = new Set(requests.flatMap(([{ awkward = [] }]) => awkward))
  let open = requests.filter((attempts) => !served.has(attempts))
  return [...kinds].flatMap((kind) => {
    const having = (all: typeof requests) => all.filter(([{ awkward }]) => awkward?.includes(kind) === true)
    const own = having(open)
    const chance = chanceThatAllHave(own.length, open.length, open.length + served.size)
    if (own.length === 0 || having([...served]).length > 0 || chance * kinds.size > smallEnough) return []
    // A request with two kinds of characters is explained by the first.
    open = open.filter((attempts) => !own.includes(attempts))
    return [{ characters: kind, requests: own.length }]
  })
}

/** Valid requests that were not served in one circumstance, and all that were served. */
interface Unserved {
  readonly circumstance: Circumstance
  readonly unserved: readonly Sent[]
  /** Those of them that were served at other times. */
  readonly sometimes: readonly Sent[]
  readonly served: readonly Sent[]
}

/** Returns whether a requirement is on all valid requests of an operation. One without features has no combinations. */
function isOfAllRequests(one: Requirement, operation: Endpoint, requirements: readonly Requirement[]): boolean {
  const isOn = (other: Requirement) => other.endpoint === operation || other.alsoOn?.includes(operation) === true
  const isCombined = (other: Requirement) => other.kind === 'acceptance' && other.speaksOf === 'combination'
  if (one.kind !== 'acceptance' || one.speaksOf !== 'plain') return isCombined(one)
  return requirements.length > 0 && !requirements.some((other) => isCombined(other) && isOn(other))
}

function isServed({ responseClass }: Trace): boolean {
  return isComplete2xx(responseClass)
}

/**
 * Returns the ruling on combinations as a failure, if valid requests are rejected in one circumstance only: the
 * specification makes no valid request depend on others. A request to wait, such as 429, is no rejection.
 */
function rejectedOnlyIn({ circumstance, unserved, served }: Unserved, ruling: Ruling): Ruling {
  const { untested: _why, deciding: _deciding, unproven: _unproven, violatingCases: _cases, ...rest } = ruling
  const findings = unserved.map(({ trace: { exchange, status, said } }) => {
    const how = `rejected (${status}${said === undefined ? '' : `: ${quotedBriefly(said)}`})`
    const message = `${how} valid requests only ${circumstance.words}`
    return { exchange, message, at: { in: 'status' }, expected: 'a 2xx status', actual: status ?? null } as const
  })
  return {
    ...rest,
    verdict: 'fail',
    exchanges: ruling.exchanges + unserved.length,
    violating: unserved.length,
    violatingExchanges: new Set(unserved.map(({ trace }) => trace.exchange)),
    findings: [...findings, ...ruling.findings].slice(0, findingsKept),
    findingsTotal: ruling.findingsTotal + unserved.length,
    shared: {
      text: onlyInWords(circumstance, unserved, served),
      closest: closestTo(unserved[0]!, served).trace.exchange,
      ...madeIn(circumstance, unserved),
    },
  }
}

function circumstancesOf({ circumstances }: Sent): Circumstances {
  return circumstances
}

function sentIn(traces: readonly Trace[], left: readonly Happening[]): ReadonlyMap<string, Sent> {
  const own = traces.filter(({ isOfRun }) => isOfRun === true)
  const circumstances = circumstancesIn(own, left)
  return new Map(own.map((trace) => [trace.exchange, { trace, circumstances: circumstances.get(trace.exchange)! }]))
}

function sharedOf(failing: readonly Sent[], passing: readonly Sent[], ruling: Ruling): SharedByFailing | undefined {
  const [least] = failing.toSorted((one, other) => sizeOf(one) - sizeOf(other))
  if (least === undefined || passing.length === 0) return undefined
  const closest = () => closestTo(least, passing).trace.exchange
  const place = laterItemsInWords(
    ruling,
    [...failing, ...passing].map(({ trace }) => trace),
  )
  if (place !== undefined) return { text: place, closest: closest() }
  const told = requestOnlyOf(failing, passing, ruling)
  if (told !== undefined)
    return { text: `the ${failing.length} ${told} fail, the ${passing.length} others pass`, closest: closest() }
  const factsOf = isAboutEnd(ruling, failing) ? withoutReply : circumstancesOf
  const circumstance = circumstanceOf(failing.map(factsOf), passing.map(factsOf))
  if (circumstance === undefined) return undefined
  return {
    text: onlyInWords(circumstance, failing, passing),
    closest: closest(),
    ...madeIn(circumstance, failing),
  }
}

function madeIn(circumstance: Circumstance, failing: readonly Sent[]): Omit<SharedByFailing, 'text' | 'closest'> {
  return {
    ...(circumstance.kind === 'under-way' ? { isAmongOthers: true } : {}),
    ...(circumstance.kind === 'reply' ? {} : { circumstance: madeByOthers(circumstance, failing) }),
  }
}

function madeByOthers(circumstance: Circumstance, failing: readonly Sent[]): MadeByOthers {
  const byExchange = new Map(failing.map(({ trace, circumstances }) => [trace.exchange, circumstances]))
  return {
    words: `only ${circumstance.words}`,
    neededFor: (exchange) => {
      const circumstances = byExchange.get(exchange)
      return circumstances === undefined ? [] : neededFor(circumstance, circumstances)
    },
  }
}

/** Returns whether a ruling is about the member that states the reason of the end. That reason explains nothing then. */
function isAboutEnd({ findings }: Ruling, failing: readonly Sent[]): boolean {
  const names = findings.flatMap(({ at }) => (at !== undefined && 'pointer' in at ? at.pointer?.split('/').at(-1) : []))
  const ends = failing.flatMap(({ trace: { reply } }) => reply?.ends ?? [])
  return names.some((name) => ends.some((end) => end.startsWith(`${name} `)))
}

function withoutReply({ circumstances: { reply: _reply, ...rest } }: Sent): Circumstances {
  return { ...rest, reply: undefined }
}

/** Returns, for example, `only from 6 requests under way: the 12 such exchanges fail, the 80 others pass`. */
function onlyInWords({ words, has }: Circumstance, failing: readonly Sent[], passing: readonly Sent[]): string {
  const passes = passing.map(circumstancesOf).filter(has).length
  const which = passes === 0 ? `the ${failing.length} such` : `${failing.length} of ${failing.length + passes} such`
  return `only ${words}: ${which} exchanges fail, the ${passing.length - passes} others pass`
}

/** Returns what only the failing requests have, in words. Only valid requests are compared. */
function requestOnlyOf(failing: readonly Sent[], passing: readonly Sent[], ruling: Ruling): string | undefined {
  if (ruling.requirement.kind !== 'exchange' || !failing.every(isValid)) return undefined
  const others = passing.filter(isValid)
  if (failing.length < fewest.failing || others.length < fewest.passing) return undefined
  const isEnough = requestsIn(failing) >= fewest.failing && requestsIn(others) >= fewest.passing
  const part = isEnough ? (partsOnlyOf(failing, others) ?? sizeOnlyOf(failing, others)) : undefined
  return part ?? envelopeOnlyOf(failing, others)
}

function isValid(one: Sent): one is Valid {
  return one.trace.shape !== undefined
}

function sizeOf({ trace: { shape, bytes } }: Sent): number {
  return shape?.parts.size ?? bytes
}

function requestsIn(all: readonly Valid[]): number {
  return groupBy(all, ({ trace }) => trace.identity).size
}

function partsOnlyOf(failing: readonly Valid[], passing: readonly Valid[]): string | undefined {
  const others = new Set(passing.flatMap(({ trace: { shape } }) => [...shape.parts]))
  const [first, ...rest] = failing
  const only = [...(first?.trace.shape.parts ?? [])].filter(
    (part) => !others.has(part) && rest.every(({ trace: { shape } }) => shape.parts.has(part)),
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

function sizeOnlyOf(failing: readonly Valid[], passing: readonly Valid[]): string | undefined {
  const [size] = sizesBetween(
    failing.map(({ trace }) => trace.shape),
    passing.map(({ trace }) => trace.shape),
  )
  return size === undefined ? undefined : `with ${sizeInWords(size)}`
}

function envelopeOnlyOf(failing: readonly Valid[], passing: readonly Valid[]): string | undefined {
  const isOnly = (has: (one: Valid) => boolean) => failing.every(has) && !passing.some(has)
  const part = failing[0]?.trace.envelope?.find((one) => isOnly(({ trace }) => trace.envelope?.includes(one) === true))
  return part === undefined ? undefined : `with ${part}`
}

function closestTo({ trace: { shape } }: Sent, passing: readonly Sent[]): Sent {
  const parts = shape?.parts ?? new Set<string>()
  const distance = ({ trace }: Sent) => {
    const others = trace.shape?.parts ?? new Set<string>()
    return [...parts].filter((part) => !others.has(part)).length + [...others].filter((part) => !parts.has(part)).length
  }
  return passing.reduce((best, one) => (distance(one) < distance(best) ? one : best))
}
