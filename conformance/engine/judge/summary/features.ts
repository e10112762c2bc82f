import type { Feature, FeaturesOfArea } from '../../../core/model/feature.ts'
import type { Place } from '../../../core/model/finding.ts'
import { isSuccess } from '../../../core/model/observation.ts'
import type { Cause, FeatureResult, FeatureState, Report } from '../../../core/model/report.ts'
import { resultKey } from '../../../core/model/requirement.ts'
import { type Area, areaOf, areas, type Endpoint } from '../../../core/model/vocabulary.ts'
import type { ExchangeFact } from '../exchange-fact.ts'
import type { Ruling } from '../ruling.ts'

/** A failed or warned result, the exchanges that violate it, and the features that they break. */
interface Failure {
  readonly key: string
  readonly isWarning: boolean
  readonly violating: ReadonlySet<string>
  readonly features: ReadonlySet<string>
  /** The other features of its exchanges. They are not broken, but nobody should be told that they work. */
  readonly touches: ReadonlySet<string>
}

/** The results of a run, and what its observations do to clients. */
export interface JudgedRun extends Pick<Report, 'requirements' | 'operations' | 'causes'> {
  /** Returns whether a violation on an operation is known to harm a client, although the specification permits it. */
  readonly harms: (requirement: string, operation: Endpoint) => boolean
}

/**
 * Returns the state of each feature in each area that the run selected. A failure on any exchange that asks for a
 * feature, or shows it, breaks it, whatever the requirement. It belongs to fewer features if its place is a member of
 * one, or if all its exchanges have a feature in common that the plain request has not. The others of its exchanges are
 * warned then, but for those of the plain request. What the specification leaves open warns if it is known to harm a client.
 */
export function featureResults(
  features: FeaturesOfArea,
  rulings: readonly Ruling[],
  facts: readonly ExchangeFact[],
  { requirements, operations, causes, harms }: JudgedRun,
): readonly FeatureResult[] {
  const selected = new Set(operations.map(({ operation }) => areaOf[operation]))
  const verdicts = new Map(
    requirements.flatMap(({ id, operations: own }) =>
      own.map(({ operation, verdict }) => [resultKey(id, operation), verdict] as const),
    ),
  )
  return areas
    .filter((area) => selected.has(area))
    .flatMap((area) => {
      const list = features.get(area) ?? []
      const own = facts.filter(({ operation }) => operation !== undefined && areaOf[operation] === area)
      const failures = rulings.flatMap((ruling) => {
        const { requirement, operation } = ruling
        const key = resultKey(requirement.id, operation)
        const verdict = verdicts.get(key)
        if (areaOf[operation] !== area) return []
        const isHarmful = verdict === 'observed' && ruling.verdict === 'fail' && harms(requirement.id, operation)
        if (verdict !== 'fail' && verdict !== 'warn' && !isHarmful) return []
        return failureOf(ruling, { key, isWarning: verdict !== 'fail', facts: own, list })
      })
      return list.map((feature) => featureResult(feature, area, { facts: own, failures, causes }))
    })
}

interface Judged {
  readonly key: string
  readonly isWarning: boolean
  readonly facts: readonly ExchangeFact[]
  readonly list: readonly Feature[]
}

function failureOf(ruling: Ruling, { key, isWarning, facts, list }: Judged): readonly Failure[] {
  const { requirement, operation, findings, violatingExchanges, violatingCases = [] } = ruling
  // Keys and errors behind the gateway are no features of clients.
  if (requirement.behind === true && requirement.dimension !== 'field') return []
  const violating = new Set([...(violatingExchanges ?? findings.map(({ exchange }) => exchange)), ...violatingCases])
  if (requirement.behind === true)
    return [{ key, isWarning, violating, features: new Set(brokenBehind(ruling, facts, list)), touches: new Set() }]
  const failing = facts.filter((fact) => fact.operation === operation && violating.has(fact.exchange))
  const places = findings.flatMap(({ at, doubt }) => (doubt === true || at === undefined ? [] : [at]))
  const owned = list.filter((feature) => owns(feature, places) && failing.some((fact) => has(fact, feature.id)))
  const collateral = new Set(list.filter(({ ofMembersOnly }) => ofMembersOnly !== true).map(({ id }) => id))
  const features =
    owned.length > 0 ? owned.map(({ id }) => id) : brokenBy(ruling, failing, facts).filter((id) => collateral.has(id))
  const touches = touchedBy(ruling, failing, facts, list)
  return [{ key, isWarning, violating, features: new Set(features), touches: new Set(touches) }]
}

/**
 * Returns the features of failing exchanges, without those of the plain request if all of them have another feature. A
 * plain request that is not served, or is mixed up with another, tells of every request.
 */
function touchedBy(
  { requirement, operation }: Ruling,
  failing: readonly ExchangeFact[],
  facts: readonly ExchangeFact[],
  list: readonly Feature[],
): readonly string[] {
  const usual = usualOn(operation, facts)
  const isMixedUp = requirement.kind === 'transcript' && failing.some(isPlainRequest)
  const isOfAll = isMixedUp || isUnservedPlain(operation, failing, facts)
  const own = isOfAll ? facts.filter((fact) => fact.operation === operation) : failing
  const isSpecial = list.some(({ id }) => !usual.has(id) && own.every((fact) => has(fact, id)))
  const isOfFraming = requirement.dimension === 'stream'
  return list
    .filter((feature) => !(isSpecial && usual.has(feature.id)))
    .filter((feature) => own.some((fact) => isTouched(feature, fact, isOfFraming)))
    .map(({ id }) => id)
}

/**
 * Returns whether a failing exchange has a feature. One of members only is touched if the reply does not show it, or
 * nothing else, or if its events fail: a client that cannot read the rest does not get it either.
 */
function isTouched({ id, rejects, ofMembersOnly }: Feature, fact: ExchangeFact, isOfFraming: boolean): boolean {
  if (rejects !== undefined) return false
  const { asks = [], shows = [] } = fact
  if (ofMembersOnly !== true) return has(fact, id)
  return asks.includes(id) && (isOfFraming || !shows.includes(id) || shows.length === 1)
}

/** Returns whether each place is at or below a member that belongs to a feature. */
function owns({ members = [] }: Feature, places: readonly Place[]): boolean {
  if (members.length === 0 || places.length === 0) return false
  return places.every((at) => 'pointer' in at && (at.pointer ?? '').split('/').some((step) => members.includes(step)))
}

function has({ asks = [], shows = [] }: ExchangeFact, feature: string): boolean {
  return asks.includes(feature) || shows.includes(feature)
}

/** Returns whether an exchange has the plain request of its operation, with the right key. */
function isPlainRequest({ isPlain, credential = 'valid' }: ExchangeFact): boolean {
  return isPlain && credential === 'valid'
}

/**
 * Returns whether the plain request of an operation fails, and is not served with other values of its members either. A
 * rejected value, such as a small limit, says nothing about requests with another one.
 */
function isUnservedPlain(
  operation: Endpoint,
  failing: readonly ExchangeFact[],
  facts: readonly ExchangeFact[],
): boolean {
  const isServed = (fact: ExchangeFact): boolean => isPlainRequest(fact) && isSuccess(fact.status)
  return (
    failing.some((fact) => isPlainRequest(fact) && !isSuccess(fact.status)) &&
    !facts.some((fact) => fact.operation === operation && isServed(fact))
  )
}

/** Returns the features that the plain request of an operation asks for. */
function usualOn(operation: Endpoint, facts: readonly ExchangeFact[]): ReadonlySet<string> {
  const plain = facts.filter((fact) => fact.operation === operation && isPlainRequest(fact))
  return new Set(plain.flatMap(({ asks = [] }) => asks))
}

function brokenBy(
  { requirement, operation }: Ruling,
  failing: readonly ExchangeFact[],
  facts: readonly ExchangeFact[],
): readonly string[] {
  const all = [...new Set(failing.flatMap(({ asks = [], shows = [] }) => [...asks, ...shows]))]
  const usual = usualOn(operation, facts)
  const common = all.filter((id) => !usual.has(id) && failing.every((fact) => has(fact, id)))
  // A rejected feature takes no other with it, and the acceptance of an invalid request is of rejections alone.
  if (requirement.kind === 'acceptance') return isUnservedPlain(operation, failing, facts) ? all : common
  if (common.length > 0) return common
  const isPlainToo = failing.some(isPlainRequest)
  // A feature of both operations that one of them breaks anyway is not itself broken.
  const failed = new Set(failing)
  const isOfOne = (id: string): boolean => facts.every((fact) => !has(fact, id) || fact.operation === operation)
  const isThroughout = (id: string): boolean => facts.every((fact) => !has(fact, id) || failed.has(fact))
  return all.filter((id) => usual.has(id) || !isPlainToo || isOfOne(id) || isThroughout(id))
}

/**
 * Returns the features that failures behind the gateway break, one finding at a time: those whose member was lost, or else
 * those of the trial that a plain request has not. A lost part of a request with several of them belongs to none for sure.
 */
function brokenBehind(
  { operation, findings }: Ruling,
  facts: readonly ExchangeFact[],
  list: readonly Feature[],
): readonly string[] {
  const usual = usualOn(operation, facts)
  return findings.flatMap(({ exchange, at, doubt }) => {
    const fact = facts.find((one) => one.exchange === exchange)
    if (doubt === true || fact === undefined) return []
    const owned = at === undefined ? [] : list.filter((feature) => owns(feature, [at]) && has(fact, feature.id))
    if (owned.length > 0) return owned.map(({ id }) => id)
    const asked = list.filter(({ id, ofMembersOnly }) => ofMembersOnly !== true && has(fact, id)).map(({ id }) => id)
    const special = asked.filter((id) => !usual.has(id))
    if (special.length === 0) return asked
    return at?.in === 'request' && special.length > 1 ? [] : special
  })
}

interface Shown {
  readonly facts: readonly ExchangeFact[]
  readonly failures: readonly Failure[]
  readonly causes: readonly Cause[]
}

function featureResult(feature: Feature, area: Area, { facts, failures, causes }: Shown): FeatureResult {
  const { id, name } = feature
  const asked = facts.filter((fact) => has(fact, id) && fact.status !== undefined)
  const own = failures.filter(({ features }) => features.has(id))
  const failed = own.filter(({ isWarning }) => !isWarning)
  const touching = own.length > 0 ? own : failures.filter(({ touches }) => touches.has(id))
  const state = stateOf(feature, asked, { failed, own: touching })
  const keys = new Set(touching.map(({ key }) => key))
  const because = causes.filter(({ requirements, blocks }) =>
    (state === 'not-tested' ? blocks : requirements).some((one) => keys.has(resultKey(one.requirement, one.operation))),
  )
  const inFailures = (some: readonly Failure[]): number =>
    asked.filter(({ exchange }) => some.some(({ violating }) => violating.has(exchange))).length
  return {
    id,
    name,
    area,
    state,
    tested: asked.length,
    failed: feature.rejects === undefined && areRefused(asked) ? asked.length : inFailures(failed),
    warned: inFailures(own.length > 0 ? own.filter(({ isWarning }) => isWarning) : touching),
    ...(feature.shows === undefined ? {} : { shown: asked.filter((fact) => fact.shows?.includes(id)).length }),
    ...(because.length === 0 ? {} : { causes: because.map((one) => one.id) }),
  }
}

function stateOf(
  { id, rejects }: Feature,
  asked: readonly ExchangeFact[],
  { failed, own }: { readonly failed: readonly Failure[]; readonly own: readonly Failure[] },
): FeatureState {
  const served = asked.filter(({ responseClass }) => responseClass === 'accepted' || responseClass === 'unrecognised')
  const isShown = asked.some((fact) => fact.shows?.includes(id) === true)
  if (rejects !== undefined) {
    if (rejects === 'each' ? served.length > 0 : served.length * 2 > asked.length) return 'broken'
    const isFailing = failed.some(({ violating }) =>
      asked.some((fact) => violating.has(fact.exchange) && !served.includes(fact)),
    )
    if (isFailing) return 'broken'
    return own.length > 0 ? 'warned' : isShown ? 'works' : 'not-tested'
  }
  if (failed.length > 0 || areRefused(asked)) return 'broken'
  if (own.length > 0) return 'warned'
  if (isShown) return 'works'
  return served.length > 0 ? 'accepted' : 'not-tested'
}

/** Returns whether none of the requests is served. */
function areRefused(asked: readonly ExchangeFact[]): boolean {
  const isRefused = ({ responseClass }: ExchangeFact): boolean =>
    responseClass === 'rejected' || responseClass === 'failed'
  return asked.length > 0 && asked.every(isRefused)
}
