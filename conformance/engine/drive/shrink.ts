import { inEnvelopeOf } from '../../core/model/envelope.ts'
import type { RecordedRequest } from '../../core/model/exchange.ts'
import type { Operation, RequestValue } from '../../core/model/operation.ts'
import type { Verdict } from '../../core/model/vocabulary.ts'
import { attemptOf } from '../../core/model/why.ts'
import type { Spelling } from '../generate/spelling.ts'
import { minimise, type TrialOutcome } from '../minimise/minimise.ts'
import { canonicalJson } from '../plan/schema/json.ts'
import type { Language } from '../plan/schema/language.ts'
import { digestOf } from '../plan/subject.ts'
import { reducible } from '../plan/violations.ts'
import { costOf, paidWork } from './billing-budget.ts'
import { isBilledFor } from './control-requests.ts'
import type { FailingResult } from './driving-judge.ts'
import type { Run } from './run-types.ts'
import { mostShrinking } from './spending.ts'
import { newTrials } from './trials.ts'

/** The outcome of minimising one failing requirement's request. */
export interface Shrunk {
  readonly requirement: string
  /** The exchange of the run that showed the failure. */
  readonly exchange: string
  /**
   * The result of the search:
   *
   * - `shrunk`: a smaller request fails too
   * - `smallest`: it fails again, and no smaller request was found that fails
   * - `intermittent`: the same request did not fail again
   * - `unconfirmed`: the same request could not be sent or judged again
   */
  readonly outcome: 'shrunk' | 'smallest' | 'intermittent' | 'unconfirmed'
  /** The exchange with the smallest request that fails. */
  readonly smallest?: string
  readonly requests: number
}

/** The most requests for minimising failures. */
export interface ShrinkBudget {
  readonly perRequirement: number
  readonly perRun: number
}

export const usualShrinking: ShrinkBudget = { perRequirement: 60, perRun: mostShrinking }

/**
 * Sends the requests of failing requirements again, one requirement at a time, and looks for smaller ones that also
 * fail.
 */
export async function shrinkAll(
  run: Run,
  language: Language,
  budget: ShrinkBudget,
  onBegin: () => void = () => {},
): Promise<readonly Shrunk[]> {
  const results: Shrunk[] = []
  let left = budget.perRun
  const failing = lightest(run)
  if (failing.length > 0) onBegin()
  for (const failure of failing) {
    const result = await shrinkOne(run, language, failure, Math.min(left, budget.perRequirement))
    left -= result.requests
    results.push(result)
  }
  return results
}

/**
 * Returns for each failing requirement the exchange with the fewest images and the shortest request, sorted by
 * requirement id.
 */
function lightest(run: Run): readonly FailingResult[] {
  const best = new Map<string, FailingResult & { readonly weight: readonly [images: number, length: number] }>()
  const images = new Map<string, number>()
  for (const failure of run.judge.failing()) {
    const { requirement, exchange } = failure
    const request = run.sent.get(exchange)?.request
    if (request === undefined || requirement.kind === 'transcript') continue
    const asked = images.get(exchange) ?? costOf(run, request).images
    images.set(exchange, asked)
    const weight = [asked, request.body.length + request.path.length] as const
    const known = best.get(requirement.id)
    const difference = known === undefined ? -1 : weight[0] - known.weight[0] || weight[1] - known.weight[1]
    const isLighter = difference < 0 || (difference === 0 && known !== undefined && exchange < known.exchange)
    if (isLighter) best.set(requirement.id, { ...failure, weight })
  }
  return [...best.values()].sort((one, other) => (one.requirement.id < other.requirement.id ? -1 : 1))
}

/** The verdicts that do not show whether a failure occurred again. */
const undecided: readonly Verdict[] = ['untested', 'inconclusive', 'error']

async function shrinkOne(run: Run, language: Language, failure: FailingResult, most: number): Promise<Shrunk> {
  const { exchange } = failure
  const requirement = failure.requirement.id
  const trial = startTrial(run, failure, most)
  const result = (outcome: Shrunk['outcome'], smallest?: string): Shrunk => {
    return { requirement, exchange, outcome, requests: trial.requests, smallest }
  }
  const request = run.sent.get(exchange)?.request
  const again = request && (await trial.judged(request))
  if (again === undefined || undecided.includes(again.verdict)) return result('unconfirmed')
  if (again.verdict !== 'fail') return result('intermittent')
  const smallest = request && (await reduced(run, trial, language, failure, request))
  return smallest === undefined ? result('smallest') : result('shrunk', smallest)
}

/** Returns the id of the exchange with the smallest failing request; `undefined` if none is smaller. */
async function reduced(
  run: Run,
  trial: Trial,
  language: Language,
  { exchange, violating }: FailingResult,
  request: RecordedRequest,
): Promise<string | undefined> {
  const start = reducible(language, run.operations, request)
  if (start === undefined) return undefined
  const { operation, class: kind, value } = start
  const failedIn = new Map<string, string>()
  const showsOf = async (one: RequestValue, written: RecordedRequest): Promise<TrialOutcome> => {
    const answer = await trial.judged(written)
    if (answer === undefined) return trial.isOver ? 'spent' : 'gone'
    if (answer.verdict !== 'fail') return 'gone'
    failedIn.set(canonicalJson(one), answer.id)
    return 'holds'
  }
  const write = start.isAsWritten
    ? operation.write
    : await plainestSpelling({ request, operation, value }, (written) => showsOf(value, written))
  if (write === undefined) return undefined
  const shows = (one: RequestValue) => showsOf(one, write(one))
  const [plainId, plain] = plainOf(run, operation)
  const alike = valuesOf(
    run,
    operation,
    [...(violating ?? [])].filter((id) => id !== exchange),
  )
  // The run has sent the plain request already, and it did not violate this requirement.
  const isPlainKnown = start.isAsWritten && violating !== undefined && plainId !== undefined && !violating.has(plainId)
  const known = isPlainKnown && plain !== undefined ? [plain] : []
  const failing = { operation, kind, value, base: plain, alike, known }
  return failedIn.get(canonicalJson(await minimise(language, failing, shows)))
}

type Write = (value: RequestValue) => RecordedRequest

/** A request in an unusual spelling, and its value. */
interface Respelled {
  readonly request: RecordedRequest
  readonly operation: Operation
  readonly value: RequestValue
}

/**
 * Returns the plainest way of writing in which a request still fails: the usual one; the usual spelling in the envelope
 * of the original; one with a single peculiarity of the original; or the original with as many peculiarities removed as
 * possible. `undefined` if it fails only byte for byte.
 */
async function plainestSpelling(
  { request, operation, value }: Respelled,
  shows: (request: RecordedRequest) => Promise<TrialOutcome>,
): Promise<Write | undefined> {
  const { usualExcept, spellingOf, unusualIn, withUsualPart } = await import('../generate/spelling-of.ts')
  const { respelled } = await import('../generate/respelled.ts')
  const usual: Write = (one) => operation.write(one)
  const inWay =
    (spelling: Spelling): Write =>
    (one) =>
      respelled(operation, usual(one), spelling) ?? usual(one)
  const known = new Map<string, boolean>([[digestOf(request), true]])
  const fails = async (write: Write): Promise<boolean> => {
    const written = write(value)
    const name = digestOf(written)
    const isFailing = known.get(name) ?? (await shows(written)) === 'holds'
    known.set(name, isFailing)
    return isFailing
  }
  if (await fails(usual)) return usual
  const wrapped: Write = (one) => inEnvelopeOf(request, usual(one))
  if (await fails(wrapped)) return wrapped
  let spelling = spellingOf(request)
  const unusual = unusualIn(spelling)
  for (const name of unusual)
    if (await fails(inWay(usualExcept(spelling, name)))) return inWay(usualExcept(spelling, name))
  if (!(await fails(inWay(spelling)))) return undefined
  for (const name of unusual)
    if (await fails(inWay(withUsualPart(spelling, name)))) spelling = withUsualPart(spelling, name)
  return inWay(spelling)
}

function plainOf({ sent }: Run, operation: Operation): readonly [id?: string, plain?: RequestValue] {
  const plain = [...sent.all].find(([, { request, why }]) => why?.kind === 'plain' && operation.matches(request))
  return plain === undefined ? [] : [plain[0], operation.read(plain[1].request)]
}

/** The number of requests with the same failure that are compared for what they have in common. */
const mostAlike = 20

/** Returns the values of the shortest of these requests that belong to the operation. */
function valuesOf({ sent }: Run, operation: Operation, ids: readonly string[]): readonly RequestValue[] {
  return ids
    .flatMap((id) => sent.get(id)?.request ?? [])
    .filter((request) => operation.matches(request))
    .sort((one, other) => one.body.length - other.body.length)
    .slice(0, mostAlike)
    .map((request) => operation.read(request))
}

/** Sends requests for one requirement, within its budget. */
interface Trial {
  readonly requests: number
  /** True if no budget is left for another request, whatever it costs. */
  readonly isOver: boolean
  /** Sends a request and returns the requirement's verdict on it; `undefined` if the budget does not allow it. */
  judged(request: RecordedRequest): Promise<{ readonly verdict: Verdict; readonly id: string } | undefined>
}

/** Starts trials for a requirement, with `most` requests at most. */
function startTrial(run: Run, { requirement: { id: requirement }, exchange: of }: FailingResult, most: number): Trial {
  const why = { kind: 'minimise', requirement, of } as const
  const trials = newTrials({ most, shared: { left: run.spending.left, of: 'shrinking' } })
  return {
    get requests() {
      return trials.count
    },
    get isOver() {
      return trials.isOver
    },
    judged(request) {
      const cost = costOf(run, request)
      return trials.next(cost, async (number) => {
        const id = `shrink/${requirement}/${String(number - 1).padStart(2, '0')}`
        const as = attemptOf({ caseId: id, why })
        const passed = await paidWork(
          run.spending.billing,
          { cost, expectation: 'extra' },
          () => run.scheduler.run((signal) => run.send(request, as, signal)),
          (sent) => 'done' in sent && isBilledFor({ exchange: sent.done }),
        )
        if ('stopReason' in passed) return passed
        run.sent.keep(id, { request, why })
        return { verdict: run.judge.retry(requirement, passed.done), id }
      })
    },
  }
}
