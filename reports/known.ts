import type { Declaration, KnownFailure, Report, RequirementResult } from '../conformance/model/report.ts'

/** Whether a list of known failures excuses that this requirement fails. */
export function isExcused({ verdict, known }: RequirementResult): boolean {
  return verdict === 'fail' && known !== undefined
}

/** The requirements that fail and that nothing excuses. */
export function unexcused({ requirements }: Report): readonly RequirementResult[] {
  return requirements.filter((requirement) => requirement.verdict === 'fail' && !isExcused(requirement))
}

const became = {
  excuses: 'still fails, and is excused',
  passes: 'passes now: take it off the list',
  unmatched: 'names no requirement: correct it or take it off the list',
  expired: 'expired: what it names counts again',
  untested: 'was not put to the test',
} as const satisfies Record<KnownFailure['state'], string>

/** The most requirements that an entry's line names. */
const named = 3

/** Whether what an entry names passed although the run did not send all that may show it to fail. */
export function isPassedInPart({ state, requirements }: KnownFailure, report: Report): boolean {
  const passed = ({ id, verdict }: RequirementResult) => verdict === 'pass' && requirements.includes(id)
  return state === 'untested' && report.requirements.some(passed)
}

/** What became of an entry of the list in this run, and of which requirements, where its pattern does not say so. */
export function fateOf(entry: KnownFailure, report: Report): string {
  const { state, pattern, requirements } = entry
  const fate = isPassedInPart(entry, report) ? 'passed in a run that did not send everything' : became[state]
  const ids = requirements.slice(0, named).join(', ')
  const more = requirements.length > named ? ` and ${requirements.length - named} more` : ''
  return ids === '' || ids === pattern ? fate : `${fate} (${ids}${more})`
}

/** Whether an entry is out of date, which fails a run. */
export function isStale({ state }: KnownFailure): boolean {
  return state === 'passes' || state === 'unmatched' || state === 'expired'
}

/** Why an entry is on the list, and who answers for it: `reason (owner …, until …, link)`. */
export function groundsOf({ reason, owner, expires, link }: KnownFailure): string {
  const more = [
    ...(owner === undefined ? [] : [`owner ${owner}`]),
    ...(expires === undefined ? [] : [`until ${expires}`]),
    ...(link === undefined ? [] : [link]),
  ]
  return more.length === 0 ? reason : `${reason} (${more.join(', ')})`
}

/** The entry that excuses a requirement. */
export function entryFor({ known }: RequirementResult, { knownFailures = [] }: Report): KnownFailure | undefined {
  return knownFailures.find(({ pattern }) => pattern === known)
}

/** Why a requirement that fails is excused, as one line. */
export function excuseOf(requirement: RequirementResult, report: Report): string {
  const entry = entryFor(requirement, report)
  return `known failure: ${entry === undefined ? `${requirement.known}` : groundsOf(entry)}`
}

const finds = {
  absent: 'is absent, as declared',
  present: 'is present after all: take it out of unsupported',
  unknown: 'is declared absent, which could not be found out',
} as const satisfies Record<Declaration['found'], string>

/** What a probe found of a declaration, for example `speech is present after all: take it out of unsupported (see …)`. */
export function declarationText({ capability, found, exchange }: Declaration): string {
  return `${capability} ${finds[found]}${exchange === undefined ? '' : ` (see ${exchange})`}`
}

/** The declarations that a probe found to be wrong. */
export function wrongDeclarations({ declarations = [] }: Report): readonly Declaration[] {
  return declarations.filter(({ found }) => found === 'present')
}
