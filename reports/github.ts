import type { Report, RunVerdict } from '../conformance/core/model/report.ts'
import { counted } from '../conformance/core/text/counted.ts'
import { visible } from '../conformance/core/text/visible.ts'
import { type TargetProblem, targetProblems, violationShare } from './cause.ts'
import { declarationText, excusedIn, excuseOf, isExcused, wrongDeclarations } from './known.ts'
import { cutsOf } from './limits.ts'
import { headlines } from './outcome.ts'
import { nameOf, type Result } from './result.ts'
import { resultsEnding, undecided } from './select.ts'
import { type Annotation, workflowCommand } from './workflow-command.ts'

/**
 * The maximum number of annotations for problems. GitHub shows ten of a kind for a step; the others are the verdict and
 * the count of omitted annotations.
 */
const shown = 8

/** The maximum number of characters of a message. */
const longest = 1000

const verdictAnnotations = {
  conforming: 'notice',
  'no-new-failure': 'notice',
  nonconforming: 'error',
  inconclusive: 'error',
} as const satisfies Record<RunVerdict, Annotation>

/** Renders workflow commands that annotate a job of GitHub Actions: the verdict, and each problem. */
export function github(report: Report): string {
  const { verdict, reason } = report.summary
  const lines = [
    command(
      verdictAnnotations[verdict],
      headlines[verdict].word,
      `${reason} (${report.target.url}${inEdition(report)})`,
    ),
    ...cutsOf(report)
      .slice(0, shown)
      .map((cut) => command('warning', 'cut short', cut)),
    ...problemLines(report),
    ...some('warning', [...undecided(report), ...resultsEnding(report, 'warn')], messageOf),
    ...wrongDeclarations(report)
      .slice(0, 1)
      .map((declaration) => command('warning', 'declared absent', declarationText(declaration))),
    ...some('notice', excusedIn(report), (result) => excuseOf(result, report)),
  ]
  return `${lines.join('\n')}\n`
}

function inEdition({ edition }: Report): string {
  return edition === undefined ? '' : `, edition ${edition}`
}

function problemLines(report: Report): readonly string[] {
  const problems = targetProblems(report).filter(({ results }) => !results.every(isExcused) || results.length === 0)
  const lines = problems
    .slice(0, shown)
    .map(({ title, text, example, results }) =>
      command(results.length === 0 ? 'warning' : 'error', title, textOf(text, example)),
    )
  const more = problems.length - shown
  return more > 0 ? [...lines, command('error', 'more', `and ${counted(more, 'more cause')}`)] : lines
}

function textOf(text: string, example: TargetProblem['example']): string {
  if (example === undefined) return text
  const { result, finding } = example
  return [
    text,
    `${nameOf(result)}, ${violationShare(result)}: ${finding.message}`,
    ...replayLine([finding, ...result.findings]),
  ].join('\n')
}

function replayLine(findings: Result['findings']): readonly string[] {
  const replay = findings.find((finding) => finding.replay !== undefined)?.replay
  return replay === undefined ? [] : [`Reproduce it: ${replay}`]
}

function some(annotation: Annotation, results: readonly Result[], tell: (result: Result) => string): readonly string[] {
  const more = results.length - shown
  const told = results.slice(0, shown).map((result) => command(annotation, nameOf(result), tell(result)))
  return more > 0 ? [...told, command(annotation, 'more', `and ${counted(more, 'result')} more`)] : told
}

function messageOf(result: Result): string {
  const { verdict, statement, section, level, reason, findings } = result
  const lines = [`${verdict}: ${reason}`, `${statement} (section ${section}, ${level})`]
  return [...lines, ...replayLine(findings)].join('\n')
}

function command(annotation: Annotation, title: string, message: string): string {
  return workflowCommand(annotation, clipped(visible(title)), clipped(visible(message)))
}

function clipped(text: string): string {
  return text.length <= longest ? text : visible(`${text.slice(0, longest)}…`)
}
