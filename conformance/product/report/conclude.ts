import { isObject } from '../../../schemas/json.ts'
import type { Exchange } from '../../core/model/exchange.ts'
import { isCut, type Limit } from '../../core/model/limit.ts'
import { plainCaseId } from '../../core/model/plan.ts'
import type { ExchangeEvidence, RepeatedExchanges, Report } from '../../core/model/report.ts'
import type { RunFacts } from '../../core/model/requirement.ts'
import { isPassing } from '../../core/model/run-verdict.ts'
import type { Catalogue } from '../../core/model/suite.ts'
import type { Endpoint } from '../../core/model/vocabulary.ts'
import { counted } from '../../core/text/counted.ts'
import { type Coverage, coverageReport } from '../../engine/coverage/index.ts'
import {
  type Commands,
  type ExchangeFact,
  evidenceOf,
  examplesOf,
  exchangesToShow,
  featureResults,
  type Judge,
  type Ruling,
  type RunContext,
  shownByRun,
  startJudge,
  summarize,
} from '../../engine/judge/index.ts'
import type { ExchangePurpose } from '../../engine/record/evidence/line.ts'
import { clientsOf } from '../../specification/traceability/client-impact.ts'
import { defectsOf } from '../../specification/traceability/known-defects.ts'
import { specification } from '../../specification/traceability/specification.ts'

/** The sources of a report except the judge. */
export interface Conclusion extends Omit<RunContext, 'evidence' | 'commands' | 'specification' | 'edition'>, Keeping {
  /** Replaces secrets in exchanges by labels; absent if there are none. */
  readonly redact?: (text: string) => string
  readonly catalogue: Catalogue
  readonly coverage: Coverage
  /** The reason why nothing could be judged; `null` otherwise. */
  readonly halted: string | null
  /** The reason why the evidence is incomplete, in which case nothing can pass. */
  readonly gap: string | undefined
}

/** A judge that has seen all exchanges. */
type Concluding = Pick<Judge, 'conclude' | 'facts' | 'repeated'> &
  Partial<Pick<Judge, 'unservedOnly' | 'charactersRejected'>>

/** A report and its sources. */
export interface Concluded {
  readonly report: Report
  readonly rulings: readonly Ruling[]
  readonly facts: readonly ExchangeFact[]
}

/** Makes the report of a judge. Reads back only the exchanges of findings and examples, one by one. */
export function conclude(judge: Concluding, conclusion: Conclusion): Concluded {
  const { catalogue, coverage, halted, gap, read, about, commands, traffic, redact, ...rest } = conclusion
  const asked = halted === null ? judge : startJudge(catalogue)
  const rulings = asked
    .conclude(runFacts(conclusion))
    .map((ruling) => (rest.exclusion(ruling.requirement, ruling.operation) === undefined ? ruling : unasked(ruling)))
    .map((ruling) => (redact === undefined ? ruling : withoutSecrets(ruling, redact)))
  const attempts = halted === null ? [] : attemptsIn(conclusion)
  const repeated = asked.repeated()
  const context = {
    ...rest,
    ...(repeated.exchanges === 0 ? {} : { repeated, limits: [...rest.limits, repeatedInWords(repeated)] }),
    specification,
    ...(catalogue.edition === undefined ? {} : { edition: catalogue.edition }),
    isHalted: halted !== null,
    ...(halted === null && traffic !== undefined ? { traffic: withCircumstances(traffic, asked) } : {}),
    attempts,
    ...readShownExchanges(rulings, rest.shrunk, { read, about, commands, attempts, isRecorded: rest.source === 'har' }),
  }
  const facts = asked.facts().map((fact) => factWithoutSecrets(fact, redact))
  const summary = summarize(rulings, context, { facts, defectsOf, clientsOf })
  const shown = shownByRun(rulings, facts)
  const summed = {
    ...summary,
    features: featureResults(catalogue.featuresOf ?? new Map(), rulings, facts, {
      ...summary,
      harms: (requirement, operation) => clientsOf([{ requirement, operation }], shown).length > 0,
    }),
    ...coverageOf(conclusion),
  }
  if (halted !== null) return { report: inconclusive(summed, halted), rulings, facts }
  return { report: gap === undefined ? summed : withGap(summed, gap), rulings, facts }
}

/** Adds the circumstance in which requests that were served at other times were not, and the characters rejected. */
function withCircumstances<Figures extends Pick<Report, 'traffic'>>(figures: Figures, judge: Concluding): Figures {
  const traffic = figures.traffic?.map((one) => {
    const servedSometimes = judge.unservedOnly?.(one.endpoint)
    const charactersRejected = judge.charactersRejected?.(one.endpoint) ?? []
    return {
      ...one,
      ...(servedSometimes === undefined ? {} : { servedSometimes }),
      ...(charactersRejected.length === 0 ? {} : { charactersRejected }),
    }
  })
  return traffic === undefined ? figures : { ...figures, traffic }
}

/** Tells the exchanges of recorded traffic that repeat another. Their findings are told once. */
function repeatedInWords({ exchanges, sameKey }: RepeatedExchanges): Limit {
  const [verb, them] = exchanges === 1 ? ['repeats', 'it has'] : ['repeat', `${sameKey} of them have`]
  const key = sameKey === 0 ? '' : `; ${them} its Idempotency-Key`
  return { kind: 'other', text: `${counted(exchanges, 'exchange')} ${verb} the request of another${key}` }
}

/** Returns the plain requests, with which a run begins: they show what was tried if nothing could be judged. */
function attemptsIn({ catalogue, read }: Pick<Conclusion, 'catalogue' | 'read'>): readonly string[] {
  return catalogue.operations
    .map(({ id }) => plainCaseId(id))
    .filter((id) => !['cancelled', undefined].includes(read(id)?.ended))
}

function runFacts({ target, config, aims, limits, gap }: Conclusion): RunFacts {
  const urls = [target.url, ...Object.values(config?.baseUrls ?? {})]
  return {
    ownOrigins: new Set(urls.flatMap((url) => (URL.canParse(url) ? [new URL(url).origin] : []))),
    isRecorded: aims === undefined,
    isCutShort: gap !== undefined || limits.some(isCut),
  }
}

/**
 * Applies incomplete evidence to a report. Failures stay. A passing verdict becomes inconclusive, with the gap as its
 * reason.
 */
function withGap(report: Report, gap: string): Report {
  const { verdict, reason } = report.summary
  if (verdict === 'nonconforming') return report
  return inconclusive(report, isPassing(verdict) ? gap : `${gap}; ${reason}`)
}

/** Returns the coverage of a run. A halted run covers nothing. */
function coverageOf({ catalogue, coverage, halted, exclusion }: Conclusion): Pick<Report, 'coverage'> {
  if (halted !== null) return {}
  const requirements = new Map(catalogue.requirements.map((one) => [one.id, one]))
  const exclusionOf = (id: string, operation: Endpoint) => {
    const requirement = requirements.get(id)
    return requirement && exclusion(requirement, operation)?.reason
  }
  return { coverage: coverageReport(coverage, { operations: catalogue.operations, exclusion: exclusionOf }) }
}

/** Returns a ruling without a verdict for a requirement that was not selected, even if exchanges triggered it. */
function unasked({ requirement, operation }: Ruling): Ruling {
  return { requirement, operation, verdict: 'untested', exchanges: 0, violating: 0, findings: [], findingsTotal: 0 }
}

function inconclusive(report: Report, reason: string): Report {
  return { ...report, summary: { ...report.summary, verdict: 'inconclusive', reason } }
}

/** The storage of exchanges until a report is made. */
interface Keeping {
  readonly read: (id: string) => Exchange | undefined
  readonly about: (id: string) => ExchangePurpose
  /** Returns the commands that send its request again. */
  readonly commands: (exchange: Exchange) => Commands
}

interface ReadingBack extends Keeping {
  /** True if no evidence file contains the exchanges, so that the report must contain all that findings cite. */
  readonly isRecorded?: boolean
  /** Other exchanges that the report shows. */
  readonly attempts?: readonly string[]
}

/**
 * The maximum number of characters of examples of passed requirements, so that a report opens quickly. The evidence
 * file contains the rest.
 */
const examplesShown = 1_000_000

interface Shown {
  readonly evidence: ReadonlyMap<string, ExchangeEvidence>
  readonly commands: ReadonlyMap<string, Commands>
}

/**
 * Reads the exchanges of findings and of passed requirements for a report. Reads each once, and keeps only one large
 * exchange in memory at a time.
 */
export function readShownExchanges(
  rulings: readonly Ruling[],
  shrunk: ReadonlyMap<string, string>,
  { read, about, commands, isRecorded = false, attempts = [] }: ReadingBack,
): Shown {
  const found = rulings.flatMap(({ findings }) => findings.map(({ exchange }) => exchange))
  const toShow = new Set([...exchangesToShow(rulings, shrunk), ...(isRecorded ? found : []), ...attempts])
  const offending = offendingEvents(rulings)
  const shown = { evidence: new Map<string, ExchangeEvidence>(), commands: new Map<string, Commands>() }
  const note = (id: string): void => {
    const exchange = read(id)
    if (exchange === undefined) return
    shown.commands.set(id, commands(exchange))
    if (toShow.has(id)) shown.evidence.set(id, evidenceOf(exchange, inWords(about(id)), offending.get(id)))
  }
  for (const id of new Set([...toShow, ...found])) note(id)
  let left = examplesShown
  for (const id of examplesOf(rulings)) {
    if (left <= 0) break
    const exchange = shown.evidence.has(id) ? undefined : read(id)
    if (exchange === undefined) continue
    const example = evidenceOf(exchange, inWords(about(id)))
    const characters = JSON.stringify(example).length
    if (characters > left) continue
    left -= characters
    shown.evidence.set(id, example)
  }
  return shown
}

/** Returns the indexes of the events that findings concern, by exchange. */
function offendingEvents(rulings: readonly Ruling[]): ReadonlyMap<string, readonly number[]> {
  const events = new Map<string, number[]>()
  for (const { exchange, at, departure } of rulings.flatMap(({ findings }) => findings)) {
    const own = [at?.in === 'event' ? at.index : undefined, departure?.event].filter((one) => one !== undefined)
    if (own.length > 0) events.set(exchange, [...(events.get(exchange) ?? []), ...own])
  }
  return events
}

function inWords({ operation, purpose }: ExchangePurpose): Pick<ExchangeEvidence, 'operation' | 'purpose'> {
  return { operation, purpose }
}

type Redact = (text: string) => string

/** Replaces secrets in a ruling by labels, before it is reported. */
function withoutSecrets(ruling: Ruling, redact: Redact): Ruling {
  const findings = ruling.findings.map(({ exchange, ...said }) => ({
    ...(within(said, redact) as typeof said),
    exchange,
  }))
  const { untested, shared } = ruling
  const told = shared === undefined ? {} : { shared: { ...shared, text: redact(shared.text) } }
  return { ...ruling, findings, ...told, ...(untested === undefined ? {} : { untested: redact(untested) }) }
}

/** Replaces secrets in text of the target by labels. */
function factWithoutSecrets(fact: ExchangeFact, redact: Redact | undefined): ExchangeFact {
  if (redact === undefined) return fact
  const { said, malformed } = fact
  return { ...fact, ...(within({ said, malformed }, redact) as Pick<ExchangeFact, 'said' | 'malformed'>) }
}

/** The maximum depth of a value that is shown. */
const deepest = 200

/** Redacts every string in a value, including the names of members. */
function within(value: unknown, redact: Redact, depth = 0): unknown {
  if (typeof value === 'string') return redact(value)
  if (depth === deepest) return '…'
  if (Array.isArray(value)) return value.map((item) => within(item, redact, depth + 1))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [redact(name), within(item, redact, depth + 1)]),
  )
}
