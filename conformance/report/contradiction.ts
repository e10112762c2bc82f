import { allResults, nameOf, type Result } from '../../reports/result.ts'
import { worstOf } from '../judge/summary/outcome.ts'
import type { Counts, OperationSummary, Report, Summary } from '../model/report.ts'
import { resultKey } from '../model/requirement.ts'
import { isEnoughTested, isPassing } from '../model/run-verdict.ts'
import { type Dimension, dimensions, type Outcome, outcomes } from '../model/vocabulary.ts'

/** What has a verdict and a dimension: a requirement, or its result on an operation. */
type Judged = { readonly verdict: Outcome; readonly dimension: Dimension }

/**
 * What a results document says that cannot be true at the same time, as one line: counts that its results do not add up
 * to, a verdict that they do not allow. A document that was changed by hand is not rendered as if it were ours.
 */
export function contradictionIn(report: Report): string | undefined {
  const { summary, requirements, operations } = report
  const results = allResults(report)
  return (
    twiceIn(report, results) ??
    notWorst(report) ??
    wrongCounts('summary', summary, requirements) ??
    first(operations, (one) => wrongOn(one, results)) ??
    wrongVerdict('', summary.verdict, results) ??
    tooLittle(summary)
  )
}

function first<Item>(items: readonly Item[], tell: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const told = tell(item)
    if (told !== undefined) return told
  }
  return undefined
}

function twiceIn({ requirements, operations }: Report, results: readonly Result[]): string | undefined {
  if (isRepeated(requirements.map(({ id }) => id))) return 'it lists a requirement twice'
  if (isRepeated(results.map(({ id, operation }) => resultKey(id, operation)))) return 'it lists a result twice'
  return isRepeated(operations.map(({ operation }) => operation)) ? 'it lists an operation twice' : undefined
}

function isRepeated(names: readonly string[]): boolean {
  return new Set(names).size !== names.length
}

function notWorst({ requirements }: Report): string | undefined {
  return first(requirements, ({ id, verdict, operations }) => {
    const worst = worstOf(operations.map((one) => one.verdict))
    return verdict === worst ? undefined : `it says ${verdict} of ${id}, but the worst of its operations is ${worst}`
  })
}

function wrongOn(one: OperationSummary, results: readonly Result[]): string | undefined {
  const own = results.filter(({ operation }) => operation === one.operation)
  return wrongCounts(`entry of ${one.operation}`, one, own) ?? wrongVerdict(` of ${one.operation}`, one.verdict, own)
}

function wrongCounts(
  where: string,
  { counts, dimensions: byDimension }: Pick<Summary, 'counts' | 'dimensions'>,
  judged: readonly Judged[],
): string | undefined {
  const wrong = wrongCount(counts, judged)
  if (wrong !== undefined) return `its ${where} counts ${wrong}`
  return first(dimensions, (dimension) => {
    const there = wrongCount(
      byDimension[dimension],
      judged.filter((one) => one.dimension === dimension),
    )
    return there === undefined ? undefined : `its ${where} counts ${there} in ${dimension}`
  })
}

function wrongVerdict(of: string, verdict: Summary['verdict'], results: readonly Result[]): string | undefined {
  const failed = results.find((result) => result.verdict === 'fail' && result.known === undefined)
  if (failed === undefined || !isPassing(verdict)) return undefined
  return `its verdict${of} is ${verdict}, but ${nameOf(failed)} failed`
}

function tooLittle({ verdict, mandatory }: Summary): string | undefined {
  if (verdict !== 'conforming' || mandatory === undefined || isEnoughTested(mandatory)) return undefined
  return `its verdict is conforming, but ${mandatory.tested} of ${mandatory.selected} mandatory requirements were tested`
}

function wrongCount(counts: Counts, judged: readonly Judged[]): string | undefined {
  return first(outcomes, (outcome) => {
    const there = judged.filter(({ verdict }) => verdict === outcome).length
    return counts[outcome] === there ? undefined : `${counts[outcome]} ${outcome}, but lists ${there}`
  })
}
