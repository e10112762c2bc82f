import type { Report } from '../../model/report.ts'
import type { Ruling } from '../ruling.ts'
import { type Clues, causesOf } from './causes/causes.ts'
import { catalogueDigest } from './digest.ts'
import { examplesOf, exchangesToShow } from './exchanges-to-show.ts'
import { excused, weigh } from './known-failures.ts'
import { resultsOf } from './results.ts'
import type { RunContext } from './run-context.ts'
import { operationSummaries, summaryOf } from './summary.ts'

/** The result document of a run. A function of its arguments. Without clues, what fails is grouped by requirement. */
export function summarize(rulings: readonly Ruling[], context: RunContext, clues: Clues = { facts: [] }): Report {
  const { known, declarations = [], config } = context
  const results = resultsOf(rulings, context)
  const requirements = known === undefined ? results : excused(results, known)
  const knownFailures = known === undefined ? undefined : weigh(known, results)
  const causes = causesOf(rulings, requirements, clues)
  const { tool, target, specification, seed, profile, strict, source, startedAt, durationMs, limits } = context
  return {
    formatVersion: 2,
    ...{ tool, target, specification },
    catalogue: { digest: catalogueDigest(requirementsIn(rulings)) },
    ...{ seed, profile, strict, source, startedAt, durationMs },
    config,
    limits: limits.map(({ text }) => text),
    ...(limits.length === 0 ? {} : { limitKinds: limits.map(({ kind }) => kind) }),
    summary: summaryOf(requirements, rulings, { ...context, knownFailures, causes }),
    operations: operationSummaries(requirements, rulings, context),
    causes,
    knownFailures,
    ...(declarations.length === 0 ? {} : { declarations }),
    ...context.traffic,
    requirements,
    exchanges: shownIn(rulings, context).flatMap((id) => {
      const evidence = context.evidence.get(id)
      return evidence === undefined ? [] : [evidence]
    }),
  }
}

/** The evidence of the findings, and of what passed. */
function shownIn(rulings: readonly Ruling[], { shrunk }: RunContext): readonly string[] {
  const cited = rulings.flatMap(({ findings }) => findings.map(({ exchange }) => exchange))
  return [...new Set([...exchangesToShow(rulings, shrunk), ...cited, ...examplesOf(rulings)])].sort()
}

function requirementsIn(rulings: readonly Ruling[]): readonly Ruling['requirement'][] {
  return [...new Set(rulings.map(({ requirement }) => requirement))]
}
