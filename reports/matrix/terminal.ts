import { counted } from '../identity.ts'
import { headlines } from '../outcome.ts'
import { type Side, verdictText } from '../side.ts'
import { hung, wrapped } from '../terminal/columns.ts'
import { labelsOf, letterOf, type Matrix, sorted } from './matrix.ts'
import { glyphOf, type OperationCell, shareText } from './operations.ts'

const width = 100
const operationWidth = 18
const cellWidth = 26
/** The number of columns that fit next to the operations. */
const columnsAtMost = Math.floor((width - operationWidth) / cellWidth)

/** Renders the compared implementations, the operations, and the number of differences. */
export function matrixTerminal(matrix: Matrix): string {
  const { sides, cautions } = matrix
  const parts = [
    [`${counted(sides.length, 'implementation')} side by side`],
    sideLines(sides),
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

/** Renders tables of as many implementations as fit. Letters name the columns. */
function operationTables({ sides, operations }: Matrix): readonly (readonly string[])[] {
  const starts = sides.map((_side, index) => index).filter((index) => index % columnsAtMost === 0)
  return starts.map((start) => {
    const own = sides.slice(start, start + columnsAtMost).map((_side, index) => letterOf(start + index))
    return [
      'operation'.padEnd(operationWidth) + own.map((letter) => letter.padEnd(cellWidth)).join(''),
      ...operations.map(
        ({ operation, cells }) =>
          operation.padEnd(operationWidth) +
          cells
            .slice(start, start + columnsAtMost)
            .map(cellText)
            .join(''),
      ),
    ].map((line) => line.trimEnd())
  })
}

function cellText(cell: OperationCell | null): string {
  return `${glyphOf(cell)} ${shareText(cell)}`.padEnd(cellWidth)
}

function differencesText(matrix: Matrix): string {
  const { differing, failingEverywhere, failingWhereTested } = sorted(matrix)
  return [
    `${counted(differing.length, 'result')} different among those tested on the operation`,
    `${failingEverywhere.length} failed by all`,
    `${failingWhereTested.length} failed by some and not tested by others.`,
  ].join('; ')
}
