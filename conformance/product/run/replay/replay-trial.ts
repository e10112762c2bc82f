import type { Exchange } from '../../../core/model/exchange.ts'
import { operationsOf } from '../../../core/model/requirement.ts'
import type { Verdict } from '../../../core/model/vocabulary.ts'
import { UsageError } from '../../../core/text/usage-error.ts'
import { type Judge, startJudge } from '../../../engine/judge/index.ts'
import { createRedactor } from '../../../engine/record/evidence/redact.ts'
import type { OpenUpstream } from '../../upstream/open-upstream.ts'
import { sendExperiment } from '../behind-the-gateway.ts'
import { secretsOfTarget } from '../target/open-client.ts'
import type { FormerCase } from './cases-in-evidence.ts'
import { compare } from './compare.ts'
import { leniencyIn, type Replayed, type Replaying } from './replay-fetch.ts'

/**
 * Sends a trial of the experiment again, with the trials that it is compared with. Throws a `UsageError` if the suite
 * plays no provider. Returns the comparison; `undefined` if it was aborted.
 */
export async function replayTrial(
  id: string,
  { exchange, judge: before }: FormerCase,
  replaying: Replaying,
  upstream: OpenUpstream | undefined,
): Promise<Replayed | undefined> {
  const { target, options, catalogue, signal } = replaying
  const { trial } = exchange.behind!
  if (upstream === undefined)
    throw new UsageError(`--replay ${id}: it is of the experiment behind the gateway; add --upstream PORT`)
  const redactor = createRedactor([...secretsOfTarget(target, options.targetOptions), upstream.secret], options.masks)
  const judge = startJudge(catalogue)
  const sent: Exchange[] = []
  const keepBehind = (one: Exchange): Exchange => {
    const written = redactor.exchange(one)
    sent.push(written)
    judge.see(written)
    return written
  }
  const session = { keepBehind, store: { count: 0 } }
  const run = { session, target, options, catalogue, adjustments: new Map(), durationMs: 0, signal }
  await sendExperiment(upstream, run, new Set([trial.id]))
  if (signal.aborted) return undefined
  const own = catalogue.requirements.filter(
    (one) => one.behind === true && one.level !== 'unspecified' && operationsOf(one).includes(trial.operation),
  )
  const now = sent.findLast(({ caseId }) => caseId === trial.id) ?? exchange
  const sides = {
    before: { judge: { retry: () => verdictOn(before, exchange) }, exchange },
    now: { judge: { retry: () => verdictOn(judge, now) }, exchange: now },
  }
  const comparison = compare(
    own.map((one) => one.id),
    sides,
    leniencyIn(replaying),
  )
  return { before: exchange, now, comparison, target: target.url }
}

/** Returns the verdicts of a run on the trial of an exchange. */
function verdictOn(judge: Pick<Judge, 'conclude'>, { behind }: Exchange): (requirement: string) => Verdict {
  const { id: caseId, operation } = behind!.trial
  const rulings = judge.conclude()
  return (id) => {
    const ruling = rulings.find(({ requirement, operation: on }) => requirement.id === id && on === operation)
    if (ruling === undefined || ruling.exchanges === 0) return 'inapplicable'
    if (ruling.violatingCases?.has(caseId) === true) return 'fail'
    const isOpen = ruling.findings.some((finding) => (finding.caseId ?? finding.exchange) === caseId)
    return isOpen ? 'inconclusive' : 'pass'
  }
}
