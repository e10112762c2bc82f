import {
  type UpstreamEvidence,
  type UpstreamFinding,
  type UpstreamId,
  type UpstreamOutcome,
  type UpstreamResult,
  type UpstreamSection,
  upstreamIds,
} from '../../core/model/upstream.ts'
import { counted } from '../../core/text/counted.ts'
import { casesOf, type TrialCase } from './cases.ts'
import { type Surroundings, type UpstreamRemark, upstreamRules } from './rules.ts'

/** The most findings of one result that are listed. */
const mostFindings = 20

/** Judges the evidence of both sides of a gateway. */
export function judgeUpstream(evidence: UpstreamEvidence): UpstreamSection {
  const { header, footer } = evidence
  const all = casesOf(evidence)
  const arrived = all.filter(({ received }) => received.length > 0).length
  // The upstream reads no request without a known key, so that no trial is found in it.
  const isStranger =
    (arrived > 0 || (footer?.withoutKey ?? 0) > 0) &&
    evidence.received.every(({ exchange }) => exchange.response?.status === 401)
  if (isStranger && !all.some((one) => one.trial.behaviour.kind === 'status'))
    return {
      verdict: 'inconclusive',
      sent: all.length,
      arrived,
      results: [],
      reason: 'every request that arrived at the upstream had another key',
    }
  const surroundings: Surroundings = {
    all,
    host: new URL(header.url).host,
    isSharedKey: header.isSharedKey,
    adds: header.adds,
  }
  const results = upstreamIds.flatMap((id) =>
    header.operations.flatMap((operation) => {
      const own = all.filter((one) => one.trial.operation === operation)
      return resultOf(id, own, surroundings) ?? []
    }),
  )
  const reason = reasonAgainst(evidence, all, results)
  const failed = results.filter(({ outcome }) => outcome === 'fail')
  const rest = { sent: all.length, arrived, results }
  if (failed.length > 0) {
    const ids = [...new Set(failed.map(({ id }) => id))].join(', ')
    const besides = silentInWords(silentOperations(evidence, all))
    const told = `${failed.length} of ${counted(results.length, 'result')} failed: ${ids}`
    return { verdict: 'unfaithful', reason: besides === undefined ? told : `${told}; ${besides}`, ...rest }
  }
  if (reason !== undefined) return { verdict: 'inconclusive', reason, ...rest }
  if (footer === undefined || footer.isInterrupted)
    return { verdict: 'inconclusive', reason: 'the experiment was interrupted', ...rest }
  return {
    verdict: 'faithful',
    reason: `all ${counted(results.length, 'result')} passed or are only observed`,
    ...rest,
  }
}

/** Returns the reason why an experiment without failures proves nothing. */
function reasonAgainst(
  { header }: UpstreamEvidence,
  all: readonly TrialCase[],
  results: readonly UpstreamResult[],
): string | undefined {
  if (all.length === 0) return 'no request was sent'
  if (all.every(({ reply }) => reply.status === undefined)) return 'the gateway did not respond to any request'
  if (all.every(({ received }) => received.length === 0))
    return `nothing arrived at ${header.url}: the gateway does not use it as its provider`
  const silent = silentInWords(silentOperations({ header }, all))
  if (silent !== undefined) return silent
  const untried = header.operations.filter((operation) => !results.some((one) => isOfFailures(one, operation)))
  if (untried.length > 0) return `failures of the provider were not tried on ${untried.join(', ')}`
  const undecided = results.filter(({ outcome }) => outcome === 'inconclusive')
  const [first] = undecided
  if (first === undefined) return undefined
  const finding = first.findings[0]?.message ?? ''
  return `${undecided.length} of ${counted(results.length, 'result')} could not be decided; ${first.id} on ${first.operation}: ${finding}`
}

function isOfFailures({ id, operation }: UpstreamResult, on: string): boolean {
  return id === 'upstream.errors-mapped' && operation === on
}

/** Returns the operations of which nothing arrived at the upstream. */
function silentOperations({ header }: Pick<UpstreamEvidence, 'header'>, all: readonly TrialCase[]): readonly string[] {
  return header.operations.filter((operation) =>
    all.every(({ trial, received }) => trial.operation !== operation || received.length === 0),
  )
}

function silentInWords(operations: readonly string[]): string | undefined {
  return operations.length === 0 ? undefined : `no request of ${operations.join(', ')} arrived at the upstream`
}

function resultOf(id: UpstreamId, own: readonly TrialCase[], surroundings: Surroundings): UpstreamResult | undefined {
  const rule = upstreamRules[id]
  const cases = own.filter((one) => rule.appliesTo(one))
  const [first] = cases
  if (first === undefined) return undefined
  const remarks = cases.flatMap((one) =>
    [...rule.check(one, surroundings)].map((remark) => ({ remark, trial: one.trial.id })),
  )
  const outcome = outcomeOf(
    remarks.map(({ remark }) => remark),
    cases.length,
  )
  const told = remarks.filter(({ remark }) => remark.as === wordFor[outcome])
  return {
    id,
    operation: first.trial.operation,
    statement: rule.statement,
    outcome,
    trials: cases.length,
    findings: told.slice(0, mostFindings).map(({ remark, trial }) => findingOf(remark, trial)),
  }
}

/** The remarks that explain each outcome. */
const wordFor = {
  fail: 'fail',
  inconclusive: 'undecided',
  observed: 'observed',
  pass: undefined,
} as const satisfies Record<UpstreamOutcome, UpstreamRemark['as'] | undefined>

/** A result is undecided if every trial is, or if one is and none fails. */
function outcomeOf(remarks: readonly UpstreamRemark[], trials: number): UpstreamOutcome {
  const has = (word: UpstreamRemark['as']): boolean => remarks.some(({ as }) => as === word)
  if (trials === 0) return 'inconclusive'
  if (has('fail')) return 'fail'
  if (has('undecided')) return 'inconclusive'
  return has('observed') ? 'observed' : 'pass'
}

function findingOf({ message, expected, actual }: UpstreamRemark, trial: string): UpstreamFinding {
  return {
    message,
    trial,
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
  }
}
