import { findingFacts } from '../../../reports/account.ts'
import { type TargetProblem, targetProblems } from '../../../reports/cause.ts'
import { isExcused } from '../../../reports/known.ts'
import { nameOf, type Result } from '../../../reports/result.ts'
import { undecided } from '../../../reports/select.ts'
import { clipped } from '../../../reports/value.ts'
import type { Report } from '../../core/model/report.ts'
import { counted } from '../../core/text/counted.ts'

/** A reason why a report does not conform, with the results that it explains. */
export interface Problem {
  /** The title, in one line. */
  readonly title: string
  /** The title, the results, and commands that reproduce them. */
  readonly message: string
  readonly results: readonly Result[]
}

/** Returns the causes of unknown failures, then the unknown failures without a cause. */
export function failuresIn(report: Report): readonly Problem[] {
  return targetProblems(report).flatMap((problem) => {
    const results = problem.results.filter((result) => !isExcused(result))
    return results.length === 0 ? [] : [failure(problem, results)]
  })
}

/** Returns the results that could not be decided although no failure blocks them, grouped by reason. */
export function undecidedIn(report: Report): readonly Problem[] {
  const open = undecided(report)
  return [...new Set(open.map(({ reason }) => reason))].map((reason) => {
    const results = open.filter((one) => one.reason === reason)
    const title = `inconclusive: ${reason}`
    return { title, message: [title, '', ...resultLines(results)].join('\n'), results }
  })
}

function failure({ title, text, example }: TargetProblem, results: readonly Result[]): Problem {
  const shown = example === undefined ? [] : ['', `  ${example.finding.message}`, ...factLines(example.finding)]
  return { title, message: [text, '', ...resultLines(results), ...shown].join('\n'), results }
}

/** The maximum number of results in a message, and the maximum number of characters of a fact. */
const most = { results: 10, characters: 500 }

function resultLines(results: readonly Result[]): readonly string[] {
  const more = results.length - most.results
  const lines = results
    .slice(0, most.results)
    .map((result) => `  - ${nameOf(result)} (section ${result.section}): ${result.statement}`)
  return more > 0 ? [...lines, `  - and ${counted(more, 'result')} more`] : lines
}

/** Returns the lines of a finding. Omits a long command, because a truncated one is useless. */
function factLines(finding: Parameters<typeof findingFacts>[0]): readonly string[] {
  return findingFacts(finding)
    .filter(({ isCommand, text }) => isCommand !== true || text.length <= most.characters)
    .map(({ label, text, isCommand }) => `    ${label}: ${isCommand ? text : clipped(text, most.characters)}`)
}
