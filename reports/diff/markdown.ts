import { fitting } from '../markdown/fitting.ts'
import { code, commandBlock, escapeMarkdown, statementMarkdown } from '../markdown/text.ts'
import { nameOf } from '../result.ts'
import { type Side, verdictText } from '../side.ts'
import { clipped } from '../value.ts'
import { type ChangeKind, type Difference, kinds, type ResultChange } from './difference.ts'
import {
  byReason,
  type ChangeGroup,
  causeLine,
  changeText,
  differenceInOneLine,
  excusedText,
  listedChanges,
  markOf,
  shownOf,
  titles,
  unchangedText,
  untestedText,
} from './words.ts'

/** The maximum number of listed changes of a kind, and the maximum number of characters of a reason. */
const listed = 40
const longest = 300

/** Renders a difference for the summary of a pull request. */
export function diffMarkdown(difference: Difference): string {
  const { before, after, cautions, changes } = difference
  const replay = changes['newly-failing'].find((change) => change.replay !== undefined)?.replay
  const parts = [
    `## ${markOf(difference)} ${escapeMarkdown(differenceInOneLine(difference))}`,
    ...cautions.map((caution) => `> **!** ${escapeMarkdown(clipped(caution, longest))}`),
    ...causeList(difference),
    ...kinds.flatMap((kind) => group(kind, listedChanges(kind, difference))),
    ...(replay === undefined || replay.length > 1000 ? [] : ['Reproduce the first new failure:', commandBlock(replay)]),
    [excusedText(difference) ?? [], untestedText(difference), unchangedText(difference)].flat().join(' '),
    [`- before: ${side(before)}`, `- after: ${side(after)}`].join('\n'),
  ]
  return `${fitting(parts).join('\n\n')}\n`
}

function side(one: Side): string {
  const { name, target, startedAt, tool } = one
  return `${code(clipped(name, longest))}: ${verdictText(one)}, ${code(clipped(target, longest))}, ${escapeMarkdown(clipped(`${startedAt}, ${tool}`, longest))}`
}

function causeList({ causes }: Difference): readonly string[] {
  if (causes.length === 0) return []
  const lines = causes.map((cause) => {
    const hint = cause.hint === undefined ? '' : `. ${cause.hint}`
    return `1. ${statementMarkdown(clipped(`${causeLine(cause)}${hint}`, 2 * longest))}`
  })
  return ['### Causes of new failures', lines.join('\n')]
}

function group(kind: ChangeKind, changes: readonly ResultChange[]): readonly string[] {
  if (changes.length === 0) return []
  if (kind === 'no-longer-exercised')
    return [
      `### ${titles[kind]} (${changes.length})`,
      byReason(changes).slice(0, listed).flatMap(reasonLines).join('\n'),
    ]
  const more = changes.length - listed
  const lines = changes.slice(0, listed).map((change) => {
    const why = kind === 'fixed' || kind === 'removed' ? '' : `: ${code(clipped(change.reason, longest))}`
    return `- ${code(clipped(nameOf(change), longest))} ${changeText(change)}${why}`
  })
  return [`### ${titles[kind]} (${changes.length})`, [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')]
}

function reasonLines(group: ChangeGroup): readonly string[] {
  const { shown, more } = shownOf(group)
  return [
    `- ${statementMarkdown(clipped(group.reason, longest))}`,
    ...shown.map((change) => `  - ${code(clipped(nameOf(change), longest))} ${changeText(change)}`),
    ...(more > 0 ? [`  - and ${more} more`] : []),
  ]
}
