import type { Counts, Report } from '../../conformance/model/report.ts'
import { dimensions, type Outcome, outcomes } from '../../conformance/model/vocabulary.ts'
import { marks } from '../outcome.ts'
import { outcomeLooks, type Paint } from './paint.ts'

const labelWidth = 34

/** Field, status and stream compliance as counts of requirements, and their total. */
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

/** A count under the head of its outcome. */
export function countCell(outcome: Outcome, count: number, paint: Paint): string {
  return count === 0 ? paint('dim', aligned(outcome, '·')) : paint(outcomeLooks[outcome], aligned(outcome, `${count}`))
}

/** The head of a column of counts. */
export function headCell(outcome: Outcome, paint: Paint): string {
  return paint(outcomeLooks[outcome], aligned(outcome, headOf(outcome)))
}

function aligned(outcome: Outcome, text: string): string {
  return `  ${text.padStart(headOf(outcome).length)}`
}

function headOf(outcome: Outcome): string {
  return `${marks[outcome].glyph} ${marks[outcome].word}`
}
