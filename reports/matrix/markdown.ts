import { outcomes } from '../../conformance/core/model/vocabulary.ts'
import { counted } from '../../conformance/core/text/counted.ts'
import { clientCellText, experimentNote, packageOf } from '../clients.ts'
import { featuresInWords, legendText } from '../features.ts'
import { whenOf } from '../identity.ts'
import { fitting } from '../markdown/fitting.ts'
import { code, escapeMarkdown } from '../markdown/text.ts'
import { headlines, marks } from '../outcome.ts'
import { nameOf } from '../result.ts'
import { type Side, verdictText } from '../side.ts'
import { clipped } from '../value.ts'
import type { ClientRow } from './clients.ts'
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
import { labelsOf, type Matrix, type MatrixRow, rowsFrom, sorted } from './matrix.ts'
import { glyphOf, type OperationRow, shareText } from './operations.ts'

/** The maximum number of rows of the table, and the maximum number of characters of a name. */
const listed = 150
const longest = 120

/** Renders the implementations, their operations, and the different results. The HTML page has every result. */
export function matrixMarkdown({ sides, cautions, operations, rows, features = [], clients = [] }: Matrix): string {
  const { differing, failingEverywhere, failingWhereTested, partly, same } = sorted({ operations, rows })
  const more = differing.length - listed
  const parts = [
    `## ${counted(sides.length, 'implementation')} side by side`,
    sidesTable(sides, features),
    ...featuresPart(features, sides),
    operationsTable(operations, sides),
    ...cautions.map((caution) => `> **!** ${escapeMarkdown(clipped(caution, 4 * longest))}`),
    `### Different results (${differing.length})`,
    ...(differing.length === 0
      ? ['No requirement that all implementations were tested on has different results.']
      : [table(differing, sides)]),
    ...(more > 0 ? [`and ${counted(more, 'result')} more`] : []),
    [
      `Other results: ${failingEverywhere.length} failed by all implementations`,
      `${failingWhereTested.length} failed by some and not tested by others`,
      `${partly.length} not tested by all and failed by none`,
      `${same.length} the same for all, without a failure.`,
    ].join('; '),
    outcomes.map((outcome) => `${marks[outcome].glyph} ${marks[outcome].word}`).join(', '),
    ...(clients.length === 0 ? [] : ['### Clients', escapeMarkdown(experimentNote), clientsTable(clients, sides)]),
  ]
  return `${fitting(parts).join('\n\n')}\n`
}

function sidesTable(sides: readonly Side[], features: readonly MatrixFeature[]): string {
  const labels = labelsOf(sides)
  return [
    `| results | verdict | when | broken features | target | ${outcomes.map((outcome) => marks[outcome].word).join(' | ')} |`,
    `|---|---|---|---|---|${outcomes.map(() => '---:|').join('')}`,
    ...sides.map((side, index) => {
      const { target, verdict, counts } = side
      const verdictCell = `${headlines[verdict].glyph} ${verdictText(side)}`
      const broken = escapeMarkdown(featuresInWords(brokenAt(index, features)))
      const figures = outcomes.map((outcome) => counts[outcome]).join(' | ')
      return `| ${codeCell(clipped(labels[index]!, longest))} | ${verdictCell} | ${escapeMarkdown(whenOf(side))} | ${broken} | ${codeCell(clipped(target, longest))} | ${figures} |`
    }),
  ].join('\n')
}

/** Renders the features with different states. The others are folded. */
function featuresPart(features: readonly MatrixFeature[], sides: readonly Side[]): readonly string[] {
  if (features.length === 0) return []
  const compared = comparedFeatures(features)
  const broken = brokenForAllText(compared)
  const legend = legendStates(features).map(legendText)
  return [
    '### Features',
    ...(compared.differing.length === 0
      ? ['No feature has different states.']
      : featureTables(compared.differing, sides)),
    ...(compared.same.length === 0
      ? []
      : [
          [
            `<details><summary>${sameText(compared)}</summary>`,
            ...featureTables(compared.same, sides),
            '</details>',
          ].join('\n\n'),
        ]),
    ...(broken === '' ? [] : [`**✗** ${escapeMarkdown(broken)}`]),
    ...(legend.length === 0 ? [] : [escapeMarkdown(legend.join('; '))]),
  ]
}

/** Renders a table with a row for each feature, or a table for each area with a row for each of many implementations. */
function featureTables(features: readonly MatrixFeature[], sides: readonly Side[]): readonly string[] {
  const labels = labelCells(sides)
  if (sides.length < rowsFrom) {
    const rows = features.map(({ name, area, cells }) => [
      escapeMarkdown(`${name}, ${area}`),
      ...cells.map(featureCellText),
    ])
    return [rowsTable(['feature', ...labels], rows)]
  }
  return byArea(features).map(([area, own]) => {
    const rows = labels.map((label, index) => [label, ...own.map(({ cells }) => featureCellText(cells[index] ?? null))])
    return rowsTable([area, ...own.map(({ name }) => escapeMarkdown(name))], rows)
  })
}

function operationsTable(operations: readonly OperationRow[], sides: readonly Side[]): string {
  const rows = operations.map(({ operation, cells }) => [
    operation,
    ...cells.map((one) => `${glyphOf(one)} ${shareText(one)}`),
  ])
  return rowsTable(['operation', ...labelCells(sides)], rows)
}

function clientsTable(clients: readonly ClientRow[], sides: readonly Side[]): string {
  const rows = clients.map((client) => [codeCell(packageOf(client)), ...client.cells.map(clientCellText)])
  return rowsTable(['client', ...labelCells(sides)], rows)
}

function table(all: readonly MatrixRow[], sides: readonly Side[]): string {
  const rows = all.slice(0, listed).map((row) => {
    const glyphs = row.cells.map((one) =>
      one === null ? 'absent' : `${marks[one.verdict].glyph} ${marks[one.verdict].word}`,
    )
    return [codeCell(clipped(nameOf(row), longest)), ...glyphs]
  })
  return rowsTable(['result', ...labelCells(sides)], rows, ':---:')
}

function labelCells(sides: readonly Side[]): readonly string[] {
  return labelsOf(sides).map((label) => codeCell(clipped(label, longest)))
}

/** Renders a table. `rule` aligns all of its columns but the first. */
function rowsTable(heads: readonly string[], rows: readonly (readonly string[])[], rule = '---'): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), `|---|${`${rule}|`.repeat(heads.length - 1)}`, ...rows.map(line)].join('\n')
}

/** Renders a code span in a table, where any unescaped bar begins the next cell (GFM, tables). */
function codeCell(text: string): string {
  return code(text.replaceAll('|', '⟨U+007C⟩'))
}
