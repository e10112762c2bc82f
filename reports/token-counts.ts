import type { Report, TokenCounts } from '../conformance/core/model/report.ts'
import { counted, verbOfShare } from '../conformance/core/text/counted.ts'

type Comparison = TokenCounts['comparisons'][number]

/** Names the two requests of a comparison. */
const comparisons = {
  repeated: 'the same request twice',
  streamed: 'plain and streamed',
  system: 'without and with a system prompt',
  history: 'without and with a history',
  tool: 'without and with a tool',
  'tool result': 'with a short and a long tool result',
  picture: 'without and with a picture',
  document: 'without and with a document',
} as const satisfies Record<Comparison['compares'], string>

export const tokenCountsNote =
  'Input tokens as replies state them, those of a cache included. The specification does not say how tokens are counted, so no verdict depends on them.'

/** One row of the table of token counts. */
export interface TokenCountRow {
  readonly operation: string
  readonly compares: string
  readonly pairs: number
  readonly agreeing: number
  /** The input tokens of the two replies of the example. */
  readonly first: number
  readonly second: number
  readonly isAgreeing: boolean
}

export function tokenCountRows({ tokenCounts = [] }: Report): readonly TokenCountRow[] {
  return tokenCounts.flatMap(({ endpoint, comparisons: all }) =>
    all.map(({ compares, pairs, agreeing, example: { first, second } }) => ({
      operation: endpoint,
      compares: comparisons[compares],
      pairs,
      agreeing,
      first: first.input,
      second: second.input,
      isAgreeing: pairs === agreeing,
    })),
  )
}

/** Returns what the counts of an operation show apart from comparisons, in words. */
export function tokenCountRemarks({ tokenCounts = [] }: Report): readonly string[] {
  return tokenCounts.flatMap(({ endpoint, replies, zeroInputs, pictures }) => [
    ...(zeroInputs > 0
      ? [
          `${endpoint}: ${zeroInputs} of ${counted(replies, 'reply', 'replies')} ${verbOfShare(zeroInputs, replies, 'states', 'state')} 0 input tokens`,
        ]
      : []),
    ...(pictures !== undefined && pictures.unlisted > 0
      ? [
          `${endpoint}: ${pictures.unlisted} of ${counted(pictures.replies, 'reply', 'replies')} to a picture ${verbOfShare(pictures.unlisted, pictures.replies, 'lists', 'list')} modalities without IMAGE`,
        ]
      : []),
  ])
}

/** Returns the comparisons and remarks, one a line, for plain text. */
export function tokenCountLines(report: Report): readonly string[] {
  const rows = tokenCountRows(report).map(
    (row) =>
      `${rowText(row)}: ${row.agreeing} of ${row.pairs} ${verbOfShare(row.agreeing, row.pairs, 'agrees', 'agree')}`,
  )
  return [...rows, ...tokenCountRemarks(report)]
}

/** Returns how many comparisons agree, and the first that do not; `undefined` without comparisons. */
export function tokenCountSummary(report: Report): string | undefined {
  const rows = tokenCountRows(report)
  if (rows.length === 0) return undefined
  const odd = [...tokenCountRemarks(report), ...rows.filter(({ isAgreeing }) => !isAgreeing).map(rowText)]
  const agreeing = rows.filter(({ isAgreeing }) => isAgreeing).length
  return [
    `Token counts: ${agreeing} of ${counted(rows.length, 'comparison')} ${verbOfShare(agreeing, rows.length, 'agrees', 'agree')}`,
    ...odd,
  ].join('; ')
}

function rowText({ operation, compares, first, second }: TokenCountRow): string {
  return `${operation}, ${compares}: ${first} and ${second} input tokens`
}
