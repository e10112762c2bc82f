import { isBehind } from '../../../core/model/limit.ts'
import type { Cause, OperationResult, Report, RequirementResult } from '../../../core/model/report.ts'
import type { UpstreamSummary } from '../../../core/model/upstream.ts'
import { counted } from '../../../core/text/counted.ts'
import type { ExchangeFact } from '../exchange-fact.ts'
import type { Ruling } from '../ruling.ts'
import { causesOf } from './causes/causes.ts'
import type { RunContext } from './run-context.ts'

interface Behind extends OperationResult, Pick<RequirementResult, 'id' | 'level'> {}

/** Returns the summary of the experiment; nothing if there was none. `facts` are those of all exchanges. */
export function behindSummary(
  results: readonly RequirementResult[],
  facts: readonly ExchangeFact[],
  context: Pick<RunContext, 'limits'>,
): Pick<Report, 'upstream'> {
  const tried = facts.filter(({ arrived }) => arrived !== undefined)
  if (tried.length === 0 && !context.limits.some(({ kind }) => kind === 'experiment')) return {}
  const own = results
    .filter(({ behind }) => behind === true)
    .flatMap(({ id, level, operations }) => operations.map((one) => ({ id, level, ...one })))
    .filter(({ excluded }) => excluded === undefined)
  const limits = context.limits.filter(isBehind).map(({ text }) => text)
  const arrived = tried.filter((fact) => fact.arrived! > 0).length
  return { upstream: { ...judgement(own, tried, context), sent: tried.length, arrived, limits } }
}

function judgement(
  results: readonly Behind[],
  tried: readonly ExchangeFact[],
  { limits }: Pick<RunContext, 'limits'>,
): Pick<UpstreamSummary, 'verdict' | 'reason'> {
  const failed = results.filter(({ verdict, known }) => verdict === 'fail' && known === undefined)
  const silent = silentInWords(tried)
  const early = limits.find(({ kind }) => kind === 'experiment')?.text
  if (failed.length > 0) {
    const ids = [...new Set(failed.map(({ id }) => id))].join(', ')
    const told = `${failed.length} of ${counted(results.length, 'result')} failed: ${ids}`
    return { verdict: 'unfaithful', reason: [told, early, silent].filter((one) => one !== undefined).join('; ') }
  }
  // The reason why the experiment ended early says more than what is missing because of it.
  const reason = early ?? reasonAgainst(results, tried) ?? silent ?? undecidedInWords(results)
  if (reason !== undefined) return { verdict: 'inconclusive', reason }
  const excused = results.filter(({ known }) => known !== undefined).length
  const rest =
    excused === 0 ? 'passed or are only observed' : `passed, are only observed, or are known to fail (${excused})`
  return { verdict: 'faithful', reason: `all ${counted(results.length, 'result')} ${rest}` }
}

/** Returns the reason why an experiment without failures proves nothing at all. */
function reasonAgainst(results: readonly Behind[], tried: readonly ExchangeFact[]): string | undefined {
  if (results.length === 0) return 'no requirement of the experiment was selected'
  if (tried.every(({ status }) => status === undefined)) return 'the gateway did not respond to any request'
  if (tried.every(({ arrived }) => arrived === 0))
    return 'nothing arrived at the upstream: the gateway does not use it as its provider'
  return undefined
}

/** Names the operations of which nothing arrived at the upstream. */
function silentInWords(tried: readonly ExchangeFact[]): string | undefined {
  const arrived = new Set(tried.filter((fact) => fact.arrived! > 0).map(({ operation }) => operation))
  const silent = [...new Set(tried.map(({ operation }) => operation))].filter((operation) => !arrived.has(operation))
  return silent.length === 0 ? undefined : `no request of ${silent.join(', ')} arrived at the upstream`
}

function undecidedInWords(results: readonly Behind[]): string | undefined {
  const undecided = results.filter(
    ({ verdict, level }) => level !== 'unspecified' && (verdict === 'inconclusive' || verdict === 'skipped'),
  )
  const [first] = undecided
  if (first === undefined) return undefined
  const one = `${first.id} on ${first.operation}: ${first.reason}`
  return `${undecided.length} of ${counted(results.length, 'result')} could not be decided; ${one}`
}

/** Groups the failures behind the gateway by cause. They come after those in front, which decide the verdict of the run. */
export function causesBehind(rulings: readonly Ruling[], results: readonly RequirementResult[]): readonly Cause[] {
  const own = rulings.filter(({ requirement }) => requirement.behind === true)
  return causesOf(own, results, { facts: [] }).map((cause) => {
    const title = alikeInWords(own, cause) ?? cause.title
    return { ...cause, title: `Behind the gateway: ${title}` }
  })
}

/** Describes failures that all end alike in one line, such as 13 failures of the provider that become 500. */
function alikeInWords(rulings: readonly Ruling[], { example, title }: Cause): string | undefined {
  const ruling = rulings.find(
    ({ requirement, operation }) => requirement.id === example?.requirement && operation === example.operation,
  )
  const failing = ruling?.findings.filter(({ doubt }) => doubt !== true) ?? []
  const trials = new Set(failing.map(({ caseId, exchange }) => caseId ?? exchange))
  const actual = new Set(failing.map((finding) => finding.actual))
  if (ruling === undefined || trials.size < 2 || actual.size !== 1 || actual.has(undefined)) return undefined
  return `${title}; ${counted(trials.size, 'trial')} got ${String([...actual][0])}`
}
