import type { Counts, Report, RunVerdict } from '../../conformance/core/model/report.ts'
import { dimensions, type Endpoint, type Outcome, outcomes } from '../../conformance/core/model/vocabulary.ts'
import { excusedOn } from '../known.ts'
import { headlines, marks, wordOf } from '../outcome.ts'
import { outcomeLooks, type Paint, verdictLooks } from './paint.ts'

const operationWidth = 18
const verdictWidth = 16

/** Renders the verdict and counts of each operation. */
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

/** Returns the label of a verdict. The column has no room for a glyph next to the long words. */
function labelOf(verdict: RunVerdict): string {
  return verdict === 'no-new-failure' ? wordOf(verdict) : `${headlines[verdict].glyph} ${wordOf(verdict)}`
}

/** Explains the star next to a verdict, if there is one. */
export function starLegend(report: Report): readonly string[] {
  return report.operations.some(({ operation }) => starOf(report, operation) !== '') ? ['* except known failures'] : []
}

function starOf(report: Report, operation: Endpoint): string {
  return excusedOn(report, operation) === 0 ? '' : '*'
}

const labelWidth = 34

/** Renders field, status and stream compliance as counts of requirements, and their total. */
export function requirementRows({ summary, operations }: Report, paint: Paint): readonly string[] {
  const head = outcomes.map((outcome) => headCell(outcome, paint))
  const row = (label: string, counts: Counts) =>
    label.padEnd(labelWidth) + outcomes.map((outcome) => countCell(outcome, counts[outcome], paint)).join('')
  return [
    ...(operations.length === 0 ? [' '.repeat(labelWidth) + head.join('')] : []),
    ...dimensions.map((dimension) => row(`requirements: ${dimension}`, summary.dimensions[dimension])),
    row('requirements: all', summary.counts),
  ]
}

function countCell(outcome: Outcome, count: number, paint: Paint): string {
  return count === 0 ? paint('dim', aligned(outcome, '·')) : paint(outcomeLooks[outcome], aligned(outcome, `${count}`))
}

function headCell(outcome: Outcome, paint: Paint): string {
  return paint(outcomeLooks[outcome], aligned(outcome, headOf(outcome)))
}

function aligned(outcome: Outcome, text: string): string {
  return `  ${text.padStart(headOf(outcome).length)}`
}

function headOf(outcome: Outcome): string {
  return `${marks[outcome].glyph} ${marks[outcome].word}`
}
