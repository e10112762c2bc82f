import type { Counts, Report, RequirementResult } from '../../model/report.ts'
import { dimensions, outcomes } from '../../model/vocabulary.ts'

/**
 * What a results document says that cannot be true at the same time, as one line: counts that its requirements do not
 * add up to, a verdict that they do not allow. A document that was changed by hand is not rendered as if it were ours.
 */
export function contradictionIn({ summary, requirements }: Report): string | undefined {
  const ids = new Set(requirements.map(({ id }) => id))
  if (ids.size !== requirements.length) return 'it lists a requirement twice'
  const wrong = wrongCount(summary.counts, requirements)
  if (wrong !== undefined) return `its summary counts ${wrong}`
  for (const dimension of dimensions) {
    const inIt = requirements.filter((requirement) => requirement.dimension === dimension)
    const wrongThere = wrongCount(summary.dimensions[dimension], inIt)
    if (wrongThere !== undefined) return `its summary of ${dimension} counts ${wrongThere}`
  }
  const failed = requirements.filter(({ verdict, known }) => verdict === 'fail' && known === undefined)
  if (failed.length > 0 && summary.verdict === 'conforming') return `it says conforming, but ${failed[0]!.id} failed`
  return undefined
}

function wrongCount(counts: Counts, requirements: readonly RequirementResult[]): string | undefined {
  for (const outcome of outcomes) {
    const there = requirements.filter(({ verdict }) => verdict === outcome).length
    if (counts[outcome] !== there) return `${counts[outcome]} ${outcome}, but lists ${there}`
  }
  return undefined
}
