import type { Report } from '../../conformance/model/report.ts'
import { type Endpoint, outcomes } from '../../conformance/model/vocabulary.ts'
import { excusedOn } from '../known.ts'
import { headlines } from '../outcome.ts'
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
      const { glyph } = headlines[verdict]
      const word = paint(verdictLooks[verdict], `${glyph} ${verdict}${starOf(report, operation)}`.padEnd(verdictWidth))
      return (
        operation.padEnd(operationWidth) + word + outcomes.map((one) => countCell(one, counts[one], paint)).join('')
      )
    }),
  ]
}

/** What the star beside a verdict means, where there is one. */
export function starLegend(report: Report): readonly string[] {
  return report.operations.some(({ operation }) => starOf(report, operation) !== '') ? ['* except known failures'] : []
}

function starOf(report: Report, operation: Endpoint): string {
  return excusedOn(report, operation) === 0 ? '' : '*'
}
