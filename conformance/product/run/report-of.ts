import type { Plan } from '../../core/model/plan.ts'
import type { Report } from '../../core/model/report.ts'
import type { Catalogue } from '../../core/model/suite.ts'
import { outcomeOf } from '../../engine/judge/index.ts'
import type { EvidenceFooter } from '../../engine/record/evidence/frame.ts'
import { knownIn } from '../config/known-failures/entry.ts'
import type { RunOptions } from '../config/run-options.ts'
import { exclusionBy } from '../config/selection.ts'
import { type Concluded, conclude } from '../report/conclude.ts'
import { effectiveConfig, overBudgetIn, withDocs } from '../report/run-facts.ts'
import { commandsFor } from './commands/commands-for.ts'
import { evidenceHeader } from './evidence-header.ts'
import type { Session } from './session.ts'
import type { Target } from './target/target.ts'

/** The inputs of a report on a run. */
export interface ReportInputs {
  readonly plan: Plan
  readonly target: Target
  readonly options: RunOptions
  readonly catalogue: Catalogue
}

export function failedSoFar({ judge }: Session, { selection, strict }: RunOptions): number {
  const exclusion = exclusionBy(selection)
  const failed = judge.conclude().filter(({ requirement, operation, verdict }) => {
    const isFailed = outcomeOf(verdict, requirement.level, strict) === 'fail'
    return isFailed && exclusion(requirement, operation) === undefined
  })
  return new Set(failed.map(({ requirement }) => requirement.id)).size
}

/** Returns the report of a run that is not finished. */
export function reportSoFar(session: Session, ran: ReportInputs): Report {
  const durationMs = Date.now() - session.startedAt.getTime()
  const sofar = { durationMs, halted: null, gap: null, limits: [], intermittent: [], shrunk: [] }
  return reportOf(session, sofar, ran).report
}

/** Returns the report of a finished run. */
export function reportOf(
  session: Session,
  footer: Omit<EvidenceFooter, 'count'>,
  { plan, target, options, catalogue }: ReportInputs,
): Concluded {
  const header = evidenceHeader(options, target, plan.aims, session.startedAt)
  const { tool, seed, profile, strict, startedAt } = header
  const limits = [...header.limits, ...footer.limits]
  const concluded = conclude(session.judge, {
    ...{ tool, seed, profile, strict, startedAt, catalogue, limits },
    target: header.target,
    source: 'runner',
    durationMs: footer.durationMs,
    config: effectiveConfig({ selection: options.selection, vocabulary: options.targetOptions.vocabulary }),
    aims: plan.aims,
    exclusion: exclusionBy(options.selection),
    halted: footer.halted,
    gap: footer.gap ?? undefined,
    requests: session.store.count,
    billed: session.bill.total,
    coverage: session.coverage,
    traffic: session.bill.traffic,
    overBudget: overBudgetIn([footer]),
    intermittent: new Set(footer.intermittent),
    shrunk: new Map(footer.shrunk),
    ...knownIn(options.knownFailures.groups, { startedAt, profile, limits }),
    declarations: session.declarations.conclude(),
    commands: commandsFor(target, options, catalogue.operations),
    redact: session.redacted,
    read: session.store.read,
    about: session.store.about,
  })
  return { ...concluded, report: withDocs(concluded.report, options.docs) }
}
