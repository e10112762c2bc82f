import type { Report, RequirementResult, RunVerdict } from '../conformance/model/report.ts'
import { counted } from './identity.ts'
import { declarationText, excuseOf, isExcused, unexcused, wrongDeclarations } from './known.ts'
import { headlines } from './outcome.ts'
import { ending } from './select.ts'
import { visible } from './visible.ts'
import { type Annotation, workflowCommand } from './workflow-command.ts'

/** GitHub shows ten annotations of a kind for a step; the verdict takes one, and one says how many more there are. */
const shown = 8

/** The most characters of a message. */
const longest = 1000

const verdictAnnotations = {
  conforming: 'notice',
  nonconforming: 'error',
  inconclusive: 'error',
} as const satisfies Record<RunVerdict, Annotation>

/** Workflow commands that annotate a job of GitHub Actions: the verdict, and what needs somebody's attention. */
export function github(report: Report): string {
  const { verdict, reason } = report.summary
  const excused = report.requirements.filter(isExcused)
  const lines = [
    command(verdictAnnotations[verdict], headlines[verdict].word, `${reason} (${report.target.url})`),
    ...some('error', unexcused(report), messageOf),
    ...some('warning', [...ending(report, 'inconclusive'), ...ending(report, 'warn')], messageOf),
    ...wrongDeclarations(report)
      .slice(0, 1)
      .map((declaration) => command('warning', 'declared absent', declarationText(declaration))),
    ...some('notice', excused, (requirement) => excuseOf(requirement, report)),
  ]
  return `${lines.join('\n')}\n`
}

function some(
  annotation: Annotation,
  requirements: readonly RequirementResult[],
  tell: (requirement: RequirementResult) => string,
): readonly string[] {
  const more = requirements.length - shown
  const told = requirements.slice(0, shown).map((requirement) => command(annotation, requirement.id, tell(requirement)))
  return more > 0 ? [...told, command(annotation, 'more', `and ${counted(more, 'requirement')} more`)] : told
}

function messageOf({ verdict, statement, section, level, reason, findings }: RequirementResult): string {
  const replay = findings.find((finding) => finding.replay !== undefined)?.replay
  const lines = [`${verdict}: ${reason}`, `${statement} (section ${section}, ${level})`]
  return [...lines, ...(replay === undefined ? [] : [`Show it again: ${replay}`])].join('\n')
}

function command(annotation: Annotation, title: string, message: string): string {
  return workflowCommand(annotation, clipped(visible(title)), clipped(visible(message)))
}

function clipped(text: string): string {
  return text.length <= longest ? text : visible(`${text.slice(0, longest)}…`)
}
