import type { Shown } from '../../explore/shrink.ts'
import type { RecordedRequest } from '../../model/exchange.ts'
import type { Operation, RequestValue } from '../../model/operation.ts'
import type { Verdict } from '../../model/vocabulary.ts'
import { canonical } from '../../plan/schema/json.ts'
import type { Language } from '../../plan/schema/language.ts'
import { reducible } from '../../plan/violations.ts'
import { isBilledFor } from './attempts.ts'
import { paidWork } from './billing-budget.ts'
import { costOf, type Run } from './driver.ts'
import { plainestSpelling } from './shrink-spelling.ts'
import { mostShrinking, takeOne } from './spending.ts'

/** What became of one failing requirement when its request was sent again and made smaller. */
export interface Shrunk {
  readonly requirement: string
  /** The exchange of the run that showed it. */
  readonly exchange: string
  /**
   * - `shrunk`: a smaller request shows it too
   * - `smallest`: it repeats, and nothing smaller was found or tried that shows it
   * - `intermittent`: the same request did not show it again
   * - `unconfirmed`: the same request could not be sent or judged again
   */
  readonly outcome: 'shrunk' | 'smallest' | 'intermittent' | 'unconfirmed'
  /** The exchange with the smallest request that shows it. */
  readonly smallest?: string
  readonly requests: number
}

/** How many requests making smaller may take. */
export interface ShrinkBudget {
  readonly perRequirement: number
  readonly perRun: number
}

/** What making smaller may take unless a run says otherwise. */
export const usualShrinking: ShrinkBudget = { perRequirement: 60, perRun: mostShrinking }

/** Sends the requests of failing requirements again, one requirement at a time, and looks for smaller ones that fail too. */
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
  for (const { requirement, exchange } of failing) {
    const result = await shrinkOne(run, language, requirement, exchange, Math.min(left, budget.perRequirement))
    left -= result.requests
    results.push(result)
  }
  return results
}

/** Of each failing requirement the exchange with the least to read, in the order of requirement ids. */
function lightest(run: Run): readonly { readonly requirement: string; readonly exchange: string }[] {
  const best = new Map<string, { readonly requirement: string; readonly exchange: string; readonly weight: number }>()
  for (const { requirement, exchange } of run.judge.failing()) {
    const request = run.sent.get(exchange)
    if (request === undefined || requirement.kind === 'transcript') continue
    const weight = request.body.length + request.path.length
    const known = best.get(requirement.id)
    const isLighter =
      known === undefined || weight < known.weight || (weight === known.weight && exchange < known.exchange)
    if (isLighter) best.set(requirement.id, { requirement: requirement.id, exchange, weight })
  }
  return [...best.values()].sort((one, other) => (one.requirement < other.requirement ? -1 : 1))
}

async function shrinkOne(
  run: Run,
  language: Language,
  requirement: string,
  exchange: string,
  most: number,
): Promise<Shrunk> {
  const trial = startTrial(run, requirement, most)
  const result = (outcome: Shrunk['outcome'], smallest?: string): Shrunk => {
    return { requirement, exchange, outcome, requests: trial.requests, ...(smallest === undefined ? {} : { smallest }) }
  }
  const request = run.sent.get(exchange)
  const again = request && (await trial.judged(request))
  if (again === undefined || again.verdict === 'inconclusive' || again.verdict === 'error') return result('unconfirmed')
  if (again.verdict !== 'fail') return result('intermittent')
  const smallest = request && (await reduced(run, trial, language, request))
  return smallest === undefined ? result('smallest') : result('shrunk', smallest)
}

/** The id of the exchange with the smallest request found that still fails; `undefined` when none is smaller. */
async function reduced(
  run: Run,
  trial: Trial,
  language: Language,
  request: RecordedRequest,
): Promise<string | undefined> {
  const start = reducible(language, run.operations, request)
  if (start === undefined) return undefined
  const { operation, class: found, value } = start
  const failedIn = new Map<string, string>()
  const showsOf = async (one: RequestValue, written: RecordedRequest): Promise<Shown> => {
    const answer = await trial.judged(written)
    if (answer === undefined) return 'spent'
    if (answer.verdict !== 'fail') return 'holds'
    failedIn.set(canonical(one), answer.id)
    return 'fails'
  }
  const write = start.isAsWritten
    ? operation.write
    : await plainestSpelling({ request, operation, value }, (written) => showsOf(value, written))
  if (write === undefined) return undefined
  const shows = (one: RequestValue) => showsOf(one, write(one))
  // What asks for something unspecified is made smaller without it, where that fails too.
  const kind = found === 'unspecified' ? 'valid' : found
  const plain = plainOf(run, operation)
  const { smallestFailing } = await import('../../explore/shrink.ts')
  return failedIn.get(canonical(await smallestFailing(language, { operation, kind, value, plain }, shows)))
}

/** The plain request of an operation, which is the first of its known-good requests. */
function plainOf({ sent }: Run, operation: Operation): RequestValue | undefined {
  const plain = [...sent].find(([id]) => id.startsWith(`${operation.id}/template/01`))?.[1]
  return plain && operation.read(plain)
}

/** Requests that are sent for one requirement, within what is left to it. */
interface Trial {
  /** How many were sent. */
  readonly requests: number
  /** What the requirement says of a request when it is sent now; `undefined` when the budget does not allow it. */
  judged(request: RecordedRequest): Promise<{ readonly verdict: Verdict; readonly id: string } | undefined>
}

/** Starts sending for a requirement, `most` requests at most. */
function startTrial(run: Run, requirement: string, most: number): Trial {
  let requests = 0
  return {
    get requests() {
      return requests
    },
    async judged(request) {
      if (requests >= most || run.spending.left.shrinking <= 0) return undefined
      const id = `shrink/${requirement}/${String(requests).padStart(2, '0')}`
      const passed = await paidWork(
        run.spending.billing,
        { cost: costOf(run, request), expectation: 'extra' },
        () => run.scheduler.run((signal) => run.send(request, id, signal)),
        (sent) => 'done' in sent && isBilledFor({ exchange: sent.done }),
      )
      if ('stopReason' in passed) return undefined
      takeOne(run.spending.left, 'shrinking')
      requests += 1
      run.sent.set(id, request)
      return { verdict: run.judge.retry(requirement, passed.done), id }
    },
  }
}
