import { fitting } from '../markdown/fitting.ts'
import { code, commandBlock, escapeMarkdown, statementMarkdown } from '../markdown/text.ts'
import { nameOf } from '../result.ts'
import { type Side, verdictText } from '../side.ts'
import { clipped } from '../value.ts'
import type { ChangeKind, Difference, ResultChange } from './difference.ts'
import { type FeatureGroup, featureGroupLines, featureGroups } from './features.ts'
import {
  byReason,
  type ChangeGroup,
  causeLine,
  causesTitle,
  changeText,
  differenceInOneLine,
  excusedText,
  type FailureSection,
  failureSections,
  listedChanges,
  markOf,
  otherKinds,
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
  const { before, after, cautions } = difference
  const sections = failureSections(difference)
  const first = sections.flatMap((section) => section.changes).find((change) => change.replay !== undefined)
  const replay = first?.replay
  const parts = [
    `## ${markOf(difference)} ${escapeMarkdown(differenceInOneLine(difference))}`,
    ...cautions.map((caution) => `> **!** ${escapeMarkdown(clipped(caution, longest))}`),
    ...featureGroups(difference.features).flatMap(featureList),
    ...sections.flatMap(causeList),
    ...sections.flatMap(({ title, changes: own }) => group('newly-failing', title, own)),
    ...otherKinds.flatMap((kind) => group(kind, titles[kind], listedChanges(kind, difference))),
    ...(replay === undefined || replay.length > 1000
      ? []
      : ['Reproduce the first of these failures:', commandBlock(replay)]),
    [excusedText(difference) ?? [], untestedText(difference), unchangedText(difference)].flat().join(' '),
    [`- before: ${side(before)}`, `- after: ${side(after)}`].join('\n'),
  ]
  return `${fitting(parts).join('\n\n')}\n`
}

function side(one: Side): string {
  const { name, target, startedAt, tool } = one
  return `${code(clipped(name, longest))}: ${verdictText(one)}, ${code(clipped(target, longest))}, ${escapeMarkdown(clipped(`${startedAt}, ${tool}`, longest))}`
}

function featureList(group: FeatureGroup): readonly string[] {
  const lines = featureGroupLines(group).map((line) => `- ${escapeMarkdown(line)}`)
  return [`### ${group.title} (${group.changes.length})`, lines.join('\n')]
}

function causeList(section: FailureSection): readonly string[] {
  if (section.causes.length === 0) return []
  const lines = section.causes.map((cause) => {
    const hint = cause.hint === undefined ? '' : `. ${cause.hint}`
    return `1. ${statementMarkdown(clipped(`${causeLine(cause, section)}${hint}`, 2 * longest))}`
  })
  return [`### ${causesTitle(section)}`, lines.join('\n')]
}

function group(kind: ChangeKind, title: string, changes: readonly ResultChange[]): readonly string[] {
  if (changes.length === 0) return []
  if (kind === 'no-longer-exercised' || kind === 'changed')
    return [`### ${title} (${changes.length})`, byReason(changes).slice(0, listed).flatMap(reasonLines).join('\n')]
  const more = changes.length - listed
  const lines = changes.slice(0, listed).map((change) => {
    const why = kind === 'fixed' || kind === 'removed' ? '' : `: ${code(clipped(change.reason, longest))}`
    return `- ${code(clipped(nameOf(change), longest))} ${changeText(change)}${why}`
  })
  return [`### ${title} (${changes.length})`, [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')]
}

function reasonLines(group: ChangeGroup): readonly string[] {
  const { shown, more } = shownOf(group)
  return [
    `- ${statementMarkdown(clipped(group.reason, longest))}`,
    ...shown.map((change) => `  - ${code(clipped(nameOf(change), longest))} ${changeText(change)}`),
    ...(more > 0 ? [`  - and ${more} more`] : []),
  ]
}
