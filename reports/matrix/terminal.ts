import { counted } from '../../conformance/core/text/counted.ts'
import { featuresInWords, legendText } from '../features.ts'
import { whenOf } from '../identity.ts'
import { headlines } from '../outcome.ts'
import { type Side, verdictText } from '../side.ts'
import { columnsOf, hung, wrapped } from '../terminal/columns.ts'
import {
  brokenAt,
  brokenForAllText,
  byArea,
  comparedFeatures,
  featureCellText,
  legendStates,
  type MatrixFeature,
  sameText,
} from './features.ts'
import { labelsOf, letterOf, type Matrix, rowsFrom, sorted } from './matrix.ts'
import { glyphOf, type OperationCell, shareText } from './operations.ts'

const width = 100
const shareWidth = 26
const stateWidth = 14
const widestTitle = 40

/** Renders the compared implementations, the features, the operations, and the number of differences. */
export function matrixTerminal(matrix: Matrix): string {
  const { sides, cautions } = matrix
  const parts = [
    [`${counted(sides.length, 'implementation')} side by side`],
    sideLines(matrix),
    ...featureTables(matrix),
    featureNotes(matrix),
    ...operationTables(matrix),
    cautions.flatMap((caution) => hung('! ', wrapped(caution, width - 2))),
    wrapped(differencesText(matrix), width),
  ]
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

/** Renders the verdict, the date and the broken features of each implementation. */
function sideLines({ sides, features = [] }: Matrix): readonly string[] {
  return labelsOf(sides).flatMap((label, index) => {
    const side = sides[index]!
    const words = `${headlines[side.verdict].glyph} ${label}: ${verdictText(side)}, ${whenOf(side)}, ${side.target}`
    const broken = featuresInWords(brokenAt(index, features))
    return [
      ...hung(letterOf(index).padEnd(4), wrapped(words, width - 4)),
      ...(broken === '' ? [] : hung('    ', wrapped(`broken: ${broken}`, width - 4))),
    ]
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

/** Renders the features with different states: a row for each, or a table for each area if the implementations are many. */
function featureTables({ sides, features = [] }: Matrix): readonly (readonly string[])[] {
  const { differing } = comparedFeatures(features)
  if (differing.length === 0) return []
  if (sides.length >= rowsFrom) return byArea(differing).flatMap(([area, own]) => turnedTables(area, own, sides))
  const rows = differing.map(({ name, area, cells }) => ({
    title: wrapped(`${name}, ${area}`, widestTitle)[0]!,
    cells: cells.map((cell) => ({ text: featureCellText(cell), isTested: true })),
  }))
  return tables({ head: 'feature', rows, columns: lettersOf(sides), cellWidth: stateWidth })
}

function turnedTables(
  area: string,
  features: readonly MatrixFeature[],
  sides: readonly Side[],
): readonly (readonly string[])[] {
  const rows = labelsOf(sides).map((label, index) => ({
    title: `${letterOf(index)} ${wrapped(label, widestTitle / 2)[0]!}`,
    cells: features.map(({ cells }) => ({ text: featureCellText(cells[index] ?? null), isTested: true })),
  }))
  const columns = features.map(({ name }) => wrapped(name, widestTitle / 2)[0]!)
  const cellWidth = Math.max(stateWidth, ...columns.map((name) => columnsOf(name) + 2))
  return tables({ head: area, rows, columns, cellWidth })
}

/** Tells the features that are the same for all, and explains the marks. */
function featureNotes({ features = [] }: Matrix): readonly string[] {
  const compared = comparedFeatures(features)
  return [
    ...(compared.same.length === 0
      ? []
      : wrapped([sameText(compared), brokenForAllText(compared)].filter((text) => text !== '').join('; '), width)),
    ...legendStates(features).flatMap((state) => wrapped(legendText(state), width)),
  ]
}

function operationTables({ sides, operations }: Matrix): readonly (readonly string[])[] {
  const rows = operations.map(({ operation, cells }) => ({ title: operation, cells: cells.map(operationCell) }))
  return tables({ head: 'operation', rows, columns: lettersOf(sides), cellWidth: shareWidth })
}

function lettersOf(sides: readonly Side[]): readonly string[] {
  return sides.map((_side, index) => letterOf(index))
}

interface Table {
  /** The title of the first column. The rows that are not shown are counted by this name. */
  readonly head: string
  readonly rows: readonly TableRow[]
  readonly columns: readonly string[]
  readonly cellWidth: number
}

/** Renders tables of as many columns as fit. Rows that none of these columns tested are only counted. */
function tables({ head, rows, columns, cellWidth }: Table): readonly (readonly string[])[] {
  const titleWidth = Math.max(...[head, ...rows.map(({ title }) => title)].map(columnsOf)) + 2
  const columnsAtMost = Math.floor((width - titleWidth) / cellWidth)
  const starts = columns.map((_column, index) => index).filter((index) => index % columnsAtMost === 0)
  const padded = (text: string, size: number) => text + ' '.repeat(size - columnsOf(text))
  return starts.map((start) => {
    const shown = <T>(list: readonly T[]): readonly T[] => list.slice(start, start + columnsAtMost)
    const lineOf = (title: string, cells: readonly string[]) =>
      (padded(title, titleWidth) + cells.map((text) => padded(text, cellWidth)).join('')).trimEnd()
    const tested = rows.filter(({ cells }) => shown(cells).some(({ isTested }) => isTested))
    return [
      lineOf(head, shown(columns)),
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
