import type { Report, RunVerdict } from '../../conformance/model/report.ts'
import { type Endpoint, outcomes } from '../../conformance/model/vocabulary.ts'
import { excusedOn } from '../known.ts'
import { headlines, wordOf } from '../outcome.ts'
import { countCell, headCell } from './counts-table.ts'
import { type Paint, verdictLooks } from './paint.ts'

const operationWidth = 18
const verdictWidth = 16

/** What each operation comes to, from its own results alone. */
export function operationsTable(report: Report, paint: Paint): readonly string[] {
  const { operations } = report
  if (operations.length === 0) return []
  return [
    'operation'.padEnd(operationWidth + verdictWidth) + outcomes.map((outcome) => headCell(outcome, paint)).join(''),
    ...operations.map(({ operation, verdict, counts }) => {
      const label = `${labelOf(verdict)}${starOf(report, operation)}`.padEnd(verdictWidth)
      const word = paint(verdictLooks[verdict], label)
      return (
        operation.padEnd(operationWidth) + word + outcomes.map((one) => countCell(one, counts[one], paint)).join('')
      )
    }),
  ]
}

/** The column has room for the words of a thin verdict, but for no mark beside them. */
function labelOf(verdict: RunVerdict): string {
  return verdict === 'no-new-failure' ? wordOf(verdict) : `${headlines[verdict].glyph} ${wordOf(verdict)}`
}

/** What the star beside a verdict means, where there is one. */
export function starLegend(report: Report): readonly string[] {
  return report.operations.some(({ operation }) => starOf(report, operation) !== '') ? ['* except known failures'] : []
}

function starOf(report: Report, operation: Endpoint): string {
  return excusedOn(report, operation) === 0 ? '' : '*'
}
