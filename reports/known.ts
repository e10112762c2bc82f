import type { Declaration, KnownFailure, Report } from '../conformance/core/model/report.ts'
import { resultKey } from '../conformance/core/model/requirement.ts'
import type { Endpoint } from '../conformance/core/model/vocabulary.ts'
import { unmatchedText } from '../conformance/core/text/unmatched-entry.ts'
import { allResults, blockedText, type Result } from './result.ts'
import { reasonOf } from './select.ts'

export function isExcused({ verdict, known }: Pick<Result, 'verdict' | 'known'>): boolean {
  return verdict === 'fail' && known !== undefined
}

/** Returns the failed results that no list of known failures excuses. */
export function unexcused(report: Report): readonly Result[] {
  return allResults(report).filter((result) => result.verdict === 'fail' && !isExcused(result))
}

export function excusedIn(report: Report): readonly Result[] {
  return allResults(report).filter(isExcused)
}

export function excusedOn(report: Report, operation: Endpoint): number {
  return excusedIn(report).filter((result) => result.operation === operation).length
}

const became = {
  excuses: 'still fails, excused',
  passes: 'passes now: remove it from the list',
  unmatched: (entry, { requirements }) =>
    `${unmatchedText(entry, requirements)}: correct it or remove it from the list`,
  expired: ({ results }) =>
    results.length > 0 ? 'expired: its failures count again' : 'expired, and nothing that it lists failed: remove it',
  untested: 'was not tested',
} as const satisfies Record<KnownFailure['state'], string | ((entry: KnownFailure, report: Report) => string)>

function stateText(entry: KnownFailure, report: Report): string {
  const text = became[entry.state]
  return typeof text === 'string' ? text : text(entry, report)
}

/** The maximum number of results that an entry's line names. */
const named = 3

/** Returns whether some results of an entry passed in a run that does not prove that they always pass. */
export function isPassedInPart({ state, results }: KnownFailure, report: Report): boolean {
  if (state !== 'untested') return false
  const names = new Set(results.map((name) => resultKey(name.requirement, name.operation)))
  return allResults(report).some(
    ({ id, operation, verdict }) => verdict === 'pass' && names.has(resultKey(id, operation)),
  )
}

export function partialPassText({ intermittent }: KnownFailure): string {
  return intermittent ? 'did not fail in this run, intermittent' : 'passed in a partial run'
}

/** Returns the state of an entry in this run, with the results concerned if its pattern does not name them. */
export function entryStateText(entry: KnownFailure, report: Report): string {
  const fate = isPassedInPart(entry, report)
    ? partialPassText(entry)
    : (whyUntested(entry, report) ?? stateText(entry, report))
  const names = entry.results.map(({ requirement, operation }) =>
    requirement === entry.pattern ? operation : `${requirement} on ${operation}`,
  )
  const more = names.length > named ? ` and ${names.length - named} more` : ''
  return names.length === 0 ? fate : `${fate} (${names.slice(0, named).join(', ')}${more})`
}

/** Returns the reason why none of an entry's results were tested, if they share one. */
export function whyUntested({ state, results }: KnownFailure, report: Report): string | undefined {
  if (state !== 'untested') return undefined
  const names = new Set(results.map((name) => resultKey(name.requirement, name.operation)))
  const own = allResults(report).filter(({ id, operation }) => names.has(resultKey(id, operation)))
  const [reason, ...others] = new Set(own.map((result) => blockedText(result) ?? reasonOf(result)))
  return others.length > 0 ? undefined : reason
}

/** Returns the pattern of an entry and the operations it is limited to. */
export function scopeOf({ pattern, operations }: Pick<KnownFailure, 'pattern' | 'operations'>): string {
  return operations === undefined ? pattern : `${pattern} on ${operations.join(', ')}`
}

/** Returns whether an entry is out of date. Stale entries fail a run. */
export function isStale({ state }: KnownFailure): boolean {
  return state === 'passes' || state === 'unmatched' || state === 'expired'
}

/** Returns the reason of an entry, as `reason (owner …, until …, link)`. */
export function entryReasonText({ reason, owner, expires, link, intermittent }: KnownFailure): string {
  const more = [
    ...(intermittent ? ['intermittent'] : []),
    ...(owner === undefined ? [] : [`owner ${owner}`]),
    ...(expires === undefined ? [] : [`until ${expires}`]),
    ...(link === undefined ? [] : [link]),
  ]
  return more.length === 0 ? reason : `${reason} (${more.join(', ')})`
}

export function entryFor(
  { known, operation }: Pick<Result, 'known' | 'operation'>,
  { knownFailures = [] }: Pick<Report, 'knownFailures'>,
): KnownFailure | undefined {
  const isMeant = ({ pattern, operations }: KnownFailure) =>
    pattern === known && (operations === undefined || operations.includes(operation))
  return knownFailures.find(isMeant)
}

/** Returns the reason why a failed result is excused, as one line. */
export function excuseOf(result: Result, report: Report): string {
  const entry = entryFor(result, report)
  return `known failure: ${entry === undefined ? `${result.known}` : entryReasonText(entry)}`
}

const finds = {
  absent: 'is absent, as declared',
  present: 'is present: remove it from `unsupported`',
  unknown: 'is declared absent, not verified',
} as const satisfies Record<Declaration['found'], string>

/**
 * Returns the result of probing a declaration, for example `speech is present: remove it from `unsupported` (see …)`.
 */
export function declarationText({ capability, found, exchange }: Declaration): string {
  return `${capability} ${finds[found]}${exchange === undefined ? '' : ` (see ${exchange})`}`
}

export function wrongDeclarations({ declarations = [] }: Report): readonly Declaration[] {
  return declarations.filter(({ found }) => found === 'present')
}
