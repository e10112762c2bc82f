import { isDeepStrictEqual } from 'node:util'
import { allResults, nameOf, type Result } from '../../../reports/result.ts'
import { bodyWithheld, credentialReplaced, type Exchange } from '../../core/model/exchange.ts'
import type { OperationResult, Report, ReportedFinding } from '../../core/model/report.ts'
import { resultKey } from '../../core/model/requirement.ts'
import type { Catalogue } from '../../core/model/suite.ts'
import type { Endpoint } from '../../core/model/vocabulary.ts'
import type { KnownGroup } from '../../engine/judge/index.ts'
import { catalogueDigest } from '../../engine/judge/summary/digest.ts'
import { clientTable } from '../../specification/traceability/client-impact.ts'
import { specification } from '../../specification/traceability/specification.ts'
import { resultNames } from '../config/known-failures/entry.ts'
import { resolved } from '../config/known-failures/read.ts'
import { checkFiles } from '../recorded/check-files.ts'
import { withClientVerdicts } from '../report/client-verdicts.ts'

/** Returns whether results were judged by this catalogue. Only those can be judged again. */
export function isOwnCatalogue({ catalogue: judgedBy }: Pick<Report, 'catalogue'>, catalogue: Catalogue): boolean {
  return judgedBy.digest === catalogueDigest(catalogue.requirements)
}

/** Returns whether results were judged against the version of the specification that this version knows. */
export function isOwnSpecification({ specification: judgedAgainst }: Pick<Report, 'specification'>): boolean {
  return judgedAgainst.digest === specification.digest
}

/** The result of judging evidence again. */
export interface RejudgedEvidence {
  readonly report: Report
  readonly altered: Altered
  /** The requirements that judged it. */
  readonly catalogue: Catalogue
}

/** The operations of the exchanges in which labels replace credentials, or whose bodies were withheld, by id. */
export type Altered = ReadonlyMap<string, Endpoint | undefined>

/** Judges evidence with the settings of these results. Returns `undefined` if the user interrupted it. */
export async function judgedAgain(
  evidence: string,
  results: Report,
  catalogue: Catalogue,
  signal: AbortSignal,
): Promise<RejudgedEvidence | undefined> {
  const altered = new Map<string, Endpoint | undefined>()
  const onExchange = ({ id, redacted, request }: Exchange): void => {
    if (redacted !== undefined) altered.set(id, catalogue.operations.find((one) => one.matches(request))?.id)
  }
  const checking = { isStrict: results.strict, groups: groupsOf(results, catalogue), onExchange, signal }
  const report = await checkFiles([evidence], catalogue, checking)
  const clients = results.clients?.map(({ client }) => client) ?? []
  if (report === undefined) return undefined
  const complete = clients.length > 0 ? withClientVerdicts(report, clients, clientTable()) : report
  return { report: complete, altered, catalogue }
}

/** Returns the list of known failures of the run, from its results. */
function groupsOf({ knownFailures }: Report, catalogue: Catalogue): readonly KnownGroup[] | undefined {
  const entries = knownFailures?.map(({ state: _state, results: _results, pattern: requirement, ...entry }) => ({
    requirement,
    ...entry,
  }))
  return entries === undefined ? undefined : resolved(entries, resultNames(catalogue.requirements))
}

/** Members of a report that evidence does not determine. */
const ofTheRun: ReadonlySet<string> = new Set(['source', 'docs'])

/** The comparison of results with their evidence. */
export interface EvidenceComparison {
  /** The first difference, as text; absent if there is none. */
  readonly wrong?: string
  /** The results that the evidence cannot decide, because it contains labels where the run saw credentials. */
  readonly open: readonly string[]
}

export function compareWithEvidence(results: Report, again: RejudgedEvidence): EvidenceComparison {
  const [stated, found] = [comparable(results), comparable(again.report)]
  const others = new Map(allResults(found).map((result) => [resultKey(result.id, result.operation), result]))
  const open: string[] = []
  for (const result of allResults(stated)) {
    const other = others.get(resultKey(result.id, result.operation))
    if (isDeepStrictEqual(result, other) || isSameButForWords(result, other, again)) continue
    if (other !== undefined && mayRestOnCredentials(other, result, again)) open.push(nameOf(result))
    else return { wrong: differenceInWords(result, other), open }
  }
  const wrong = differenceBeside(stated, found, open.length > 0, again.altered.size > 0)
  return { wrong, open }
}

export function openInWords(open: readonly string[]): string {
  const more = open.length > 3 ? ' and others' : ''
  const depend = open.length === 1 ? '1 result depends' : `${open.length} results depend`
  return `${depend} on exchanges that contained a credential or masked text, which the evidence replaces with a label: ${open.slice(0, 3).join(', ')}${more}`
}

function differenceInWords(result: Result, other: Result | undefined): string {
  const { verdict } = result
  const words = other?.verdict === verdict ? 'other findings' : `"${other?.verdict ?? 'nothing'}"`
  return `${nameOf(result)} is "${verdict}" in the results, and the evidence gives ${words}`
}

/**
 * Returns whether two results differ only in wording. A quotation of a response with a credential may be truncated at
 * another place, and the failure that blocks a result may itself be undecided.
 */
function isSameButForWords(one: Result, other: Result | undefined, again: RejudgedEvidence): boolean {
  const { altered } = again
  if (other === undefined || altered.size === 0) return false
  const worded = ({ findings, reason: _reason, blockedBy: _blockedBy, ...rest }: Result) => ({
    ...rest,
    findings: findings.map((finding) => (altered.has(finding.exchange) ? finding.exchange : finding)),
  })
  return isDeepStrictEqual(worded(one), worded(other)) && !mayRestOnCredentials(other, one, again)
}

/**
 * Returns whether a result may depend on credentials. A violation in the evidence always counts. A violation that the
 * evidence does not show may be hidden by a label. If there were more findings than are kept, the omitted ones may
 * mention a label. A response with a label may also be of another class, so that a requirement does not apply to it.
 */
function mayRestOnCredentials(found: Result, stated: Result, again: RejudgedEvidence): boolean {
  const { altered } = again
  if (found.verdict !== stated.verdict && violations.has(found.verdict)) return false
  const isCut = found.findings.length < found.findingsTotal
  const shifted = Math.abs(found.exchanges - stated.exchanges)
  const isShifted = shifted > 0 && shifted <= mostShifted(found, again)
  return altered.size > 0 && (isCut || isShifted || found.findings.some(({ message }) => isUndecided(message)))
}

/**
 * Returns by how many exchanges labels may change a result. A requirement that judges each exchange loses or gains at
 * most those with labels. One that compares exchanges may lose all if one of them has a label.
 */
function mostShifted({ id, operation }: Result, { altered, catalogue }: RejudgedEvidence): number {
  const kind = catalogue.requirements.find((one) => one.id === id)?.kind
  if (kind !== undefined && kind !== 'exchange') return altered.size > 0 ? Number.POSITIVE_INFINITY : 0
  return [...altered.values()].filter((own) => own === operation).length
}

function isUndecided(message: string): boolean {
  return message.includes(credentialReplaced) || message.includes(bodyWithheld)
}

const violations: ReadonlySet<string> = new Set(['fail', 'warn'])

/** Members that are derived from the requirements. They cannot be compared if some requirements are undecided. */
const following: ReadonlySet<string> = new Set([
  ...['summary', 'operations', 'features', 'causes', 'exchanges', 'knownFailures'],
])

function differenceBeside(stated: Report, found: Report, isOpen: boolean, isWorded: boolean): string | undefined {
  const { verdict, reason } = found.summary
  if (stated.summary.verdict !== verdict && !(isOpen && verdict === 'inconclusive'))
    return `the results state ${stated.summary.verdict}, and the evidence gives ${verdict}: ${reason}`
  const sides = [stated, found].map((report) => beside(report, isWorded))
  const left = (name: string): boolean => ofTheRun.has(name) || (isOpen && following.has(name))
  const members = new Set(sides.flatMap(Object.keys).filter((name) => !left(name)))
  const other = [...members].find((name) => !isDeepStrictEqual(sides[0]![name], sides[1]![name]))
  if (other !== undefined) return `"${other}" in the results does not follow from the evidence`
  const shown = new Map(found.exchanges.map((exchange) => [exchange.id, exchange]))
  const changed = stated.exchanges.find((one) => shown.has(one.id) && !isDeepStrictEqual(one, shown.get(one.id)))
  return changed && `the exchange ${changed.id} differs between the results and the evidence`
}

/**
 * Returns the parts of a report other than its requirements, which are compared one by one, and the ids of the
 * requirements.
 */
function beside(report: Report, isWorded: boolean): Readonly<Record<string, unknown>> {
  const { reason, ...summary } = report.summary
  return {
    ...report,
    summary: isWorded ? summary : { ...summary, reason },
    causes: report.causes.map(({ title, hint, ...cause }) => (isWorded ? cause : { ...cause, title, hint })),
    requirements: report.requirements.map(({ id }) => id),
  }
}

/** Returns results as plain JSON without the commands, which depend on the arguments of the run. */
function comparable(report: Report): Report {
  const plain = JSON.parse(JSON.stringify(report)) as Report
  const requirements = plain.requirements.map((requirement) => ({
    ...requirement,
    operations: requirement.operations.map(withoutCommands),
  }))
  return { ...plain, requirements }
}

function withoutCommands(result: OperationResult): OperationResult {
  return { ...result, findings: result.findings.map(withoutPlace) }
}

/** Removes the place of a finding: its commands for a run, or the file and entry for recorded traffic. */
function withoutPlace({ curl: _curl, replay: _replay, entry: _entry, ...finding }: ReportedFinding): ReportedFinding {
  return finding
}
