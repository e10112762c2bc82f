import { counted } from '../../conformance/core/text/counted.ts'
import { headlines } from '../outcome.ts'
import { type Side, verdictText } from '../side.ts'
import { hung, wrapped } from '../terminal/columns.ts'
import { featureCellText } from './features.ts'
import { labelsOf, letterOf, type Matrix, sorted } from './matrix.ts'
import { glyphOf, type OperationCell, shareText } from './operations.ts'

const width = 100
const cellWidth = 26
const widestTitle = 40

/** Renders the compared implementations, the operations, and the number of differences. */
export function matrixTerminal(matrix: Matrix): string {
  const { sides, cautions } = matrix
  const parts = [
    [`${counted(sides.length, 'implementation')} side by side`],
    sideLines(sides),
    ...featureTables(matrix),
    ...operationTables(matrix),
    cautions.flatMap((caution) => hung('! ', wrapped(caution, width - 2))),
    wrapped(differencesText(matrix), width),
  ]
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function sideLines(sides: readonly Side[]): readonly string[] {
  return labelsOf(sides).flatMap((label, index) => {
    const side = sides[index]!
    const words = `${headlines[side.verdict].glyph} ${label}: ${verdictText(side)}, ${side.target}`
    return hung(letterOf(index).padEnd(4), wrapped(words, width - 4))
  })
}

/** A row of a table: its title, and a cell for each implementation. */
interface TableRow {
  readonly title: string
  readonly cells: readonly Cell[]
}

interface Cell {
  readonly text: string
  readonly isTested: boolean
}

function featureTables({ sides, features = [] }: Matrix): readonly (readonly string[])[] {
  if (features.length === 0) return []
  const rows = features.map(({ name, area, cells }) => ({
    title: wrapped(`${name}, ${area}`, widestTitle)[0]!,
    cells: cells.map((cell) => ({
      text: featureCellText(cell),
      isTested: cell !== null && cell.state !== 'not-tested',
    })),
  }))
  return tables('feature', rows, sides)
}

function operationTables({ sides, operations }: Matrix): readonly (readonly string[])[] {
  const rows = operations.map(({ operation, cells }) => ({ title: operation, cells: cells.map(operationCell) }))
  return tables('operation', rows, sides)
}

/**
 * Renders tables of as many implementations as fit. Letters name the columns. Rows that none of them tested are only
 * counted.
 */
function tables(head: string, rows: readonly TableRow[], sides: readonly Side[]): readonly (readonly string[])[] {
  const titleWidth = Math.max(...[head, ...rows.map(({ title }) => title)].map(({ length }) => length)) + 2
  const columnsAtMost = Math.floor((width - titleWidth) / cellWidth)
  const starts = sides.map((_side, index) => index).filter((index) => index % columnsAtMost === 0)
  return starts.map((start) => {
    const shown = <T>(list: readonly T[]): readonly T[] => list.slice(start, start + columnsAtMost)
    const lineOf = (title: string, cells: readonly string[]) =>
      (title.padEnd(titleWidth) + cells.map((text) => text.padEnd(cellWidth)).join('')).trimEnd()
    const letters = sides.map((_side, index) => letterOf(index))
    const tested = rows.filter(({ cells }) => shown(cells).some(({ isTested }) => isTested))
    return [
      lineOf(head, shown(letters)),
      ...tested.map(({ title, cells }) => lineOf(title, shown(cells.map(({ text }) => text)))),
      ...(tested.length === rows.length ? [] : [`(${counted(rows.length - tested.length, head)} not tested by any)`]),
    ]
  })
}

function operationCell(cell: OperationCell | null): Cell {
  return { text: `${glyphOf(cell)} ${shareText(cell)}`, isTested: cell !== null }
}

function differencesText(matrix: Matrix): string {
  const { differing, failingEverywhere, failingWhereTested } = sorted(matrix)
  return [
    `${counted(differing.length, 'result')} different among those tested on the operation`,
    `${failingEverywhere.length} failed by all`,
    `${failingWhereTested.length} failed by some and not tested by others.`,
  ].join('; ')
}
