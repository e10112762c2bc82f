import type { RecordedRequest } from '../../model/exchange.ts'
import type { RequestValue } from '../../model/operation.ts'
import { classify, isSameClass, reducible } from '../plan/classify.ts'
import type { Language } from '../schema/language.ts'
import type { Run } from './driver.ts'
import { type Shown, smallestFailing } from './search.ts'
import { startTrial, type Trial } from './trial.ts'

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
export const usualShrinking: ShrinkBudget = { perRequirement: 20, perRun: 100 }

/** Sends the requests of failing requirements again, one requirement at a time, and looks for smaller ones that fail too. */
export async function shrinkAll(run: Run, language: Language, budget: ShrinkBudget): Promise<readonly Shrunk[]> {
  const results: Shrunk[] = []
  let left = budget.perRun
  for (const { requirement, exchange } of lightest(run)) {
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
  { operations }: Run,
  trial: Trial,
  language: Language,
  request: RecordedRequest,
): Promise<string | undefined> {
  const start = reducible(language, operations, request)
  if (start === undefined) return undefined
  const proved = (value: RequestValue) => {
    const candidate = classify(language, start.operation, value)
    return candidate !== undefined && isSameClass(candidate.class, start.class) ? candidate.request : undefined
  }
  const show = async (value: RequestValue): Promise<Shown> => {
    const answer = await trial.judged(proved(value) ?? request)
    if (answer === undefined) return 'spent'
    return answer.verdict === 'fail' ? { failedIn: answer.id } : 'held'
  }
  return smallestFailing(start.value, (value) => proved(value) !== undefined, show)
}
