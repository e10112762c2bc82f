import type { Counts, Report } from '../../conformance/model/report.ts'
import { dimensions, type Outcome, outcomes } from '../../conformance/model/vocabulary.ts'
import { marks } from '../outcome.ts'
import { outcomeLooks, type Paint } from './paint.ts'

const labelWidth = 10

/** Field, status and stream compliance as counts, and their total. */
export function countsTable({ summary }: Report, paint: Paint): readonly string[] {
  const head = outcomes.map((outcome) => paint(outcomeLooks[outcome], aligned(outcome, headOf(outcome))))
  const row = (label: string, counts: Counts) =>
    label.padEnd(labelWidth) + outcomes.map((outcome) => countCell(outcome, counts[outcome], paint)).join('')
  return [
    ' '.repeat(labelWidth) + head.join(''),
    ...dimensions.map((dimension) => row(dimension, summary.dimensions[dimension])),
    row('all', summary.counts),
  ]
}

function countCell(outcome: Outcome, count: number, paint: Paint): string {
  return count === 0 ? paint('dim', aligned(outcome, '·')) : paint(outcomeLooks[outcome], aligned(outcome, `${count}`))
}

function aligned(outcome: Outcome, text: string): string {
  return `  ${text.padStart(headOf(outcome).length)}`
}

function headOf(outcome: Outcome): string {
  return `${marks[outcome].glyph} ${marks[outcome].word}`
}
