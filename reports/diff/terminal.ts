import { visibleLine } from '../../conformance/core/text/visible.ts'
import { marks } from '../outcome.ts'
import { nameOf } from '../result.ts'
import { type Side, verdictText } from '../side.ts'
import { hung, wrapped } from '../terminal/columns.ts'
import { inert } from '../workflow-command.ts'
import type { ChangeKind, Difference, ResultChange } from './difference.ts'
import { featureGroupLines, featureGroups } from './features.ts'
import {
  byCause,
  byReason,
  type ChangeGroup,
  causeLine,
  causesTitle,
  changeText,
  differenceInOneLine,
  excusedText,
  type FailureGroup,
  type FailureSection,
  failureSections,
  listedChanges,
  otherKinds,
  shownOf,
  titles,
  unchangedText,
  untestedText,
} from './words.ts'

const width = 100

/** The maximum number of changes of a kind that are listed. */
const listed = 40

export function diffTerminal(difference: Difference): string {
  const { before, after, cautions } = difference
  const parts = [
    wrapped(differenceInOneLine(difference), width),
    cautions.flatMap((caution) => hung('! ', wrapped(caution, width - 2))),
    featureGroups(difference.features).flatMap((own) => [
      `${own.title} (${own.changes.length})`,
      ...featureGroupLines(own).flatMap((line) => hung('  ', wrapped(line, width - 2))),
    ]),
    ...failureSections(difference).map(causeLines),
    ...failureSections(difference).map(failures),
    ...otherKinds.map((kind) => group(kind, listedChanges(kind, difference))),
    [excusedText(difference) ?? [], untestedText(difference), unchangedText(difference)]
      .flat()
      .flatMap((line) => wrapped(line, width)),
    [...sideLines('before', before), ...sideLines('after', after)],
  ]
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function sideLines(label: string, side: Side): readonly string[] {
  const { name, target, startedAt, tool } = side
  return hung(label.padEnd(8), wrapped(`${name}: ${verdictText(side)}, ${target}, ${startedAt}, ${tool}`, width - 8))
}

function causeLines(section: FailureSection): readonly string[] {
  if (section.causes.length === 0) return []
  return [
    causesTitle(section),
    ...section.causes.flatMap((cause, index) => [
      ...hung(`${String(index + 1).padStart(3)}. `, wrapped(causeLine(cause, section), width - 5)),
      ...(cause.hint === undefined ? [] : hung('     ', wrapped(cause.hint, width - 5))),
    ]),
  ]
}

/** Lists failures by cause. The first of each cause has its reason and its command. */
function failures(section: FailureSection): readonly string[] {
  const title = `${section.title} (${section.changes.length})`
  return [title, ...byCause(section).flatMap((own, index) => failureLines(own, index + 1))]
}

function failureLines({ cause, changes }: FailureGroup, number: number): readonly string[] {
  if (cause === undefined) return changesIn('newly-failing', changes)
  const { shown, more } = shownOf({ reason: cause.title, changes })
  const [first, ...others] = shown
  return [
    ...hung(`${String(number).padStart(3)}. `, wrapped(cause.title, width - 5)),
    ...changeLines('newly-failing', first!),
    ...others.flatMap(headLines),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ]
}

function group(kind: ChangeKind, changes: readonly ResultChange[]): readonly string[] {
  if (changes.length === 0) return []
  const title = `${titles[kind]} (${changes.length})`
  if (kind === 'no-longer-exercised') return [title, ...byReason(changes).slice(0, listed).flatMap(reasonLines)]
  if (kind !== 'changed') return [title, ...changesIn(kind, changes)]
  const groups = byReason(changes)
  const alone = groups.filter((own) => own.changes.length === 1).flatMap((own) => own.changes)
  const shared = groups.filter((own) => own.changes.length > 1).slice(0, listed)
  return [title, ...shared.flatMap(reasonLines), ...changesIn(kind, alone)]
}

function changesIn(kind: ChangeKind, changes: readonly ResultChange[]): readonly string[] {
  const more = changes.length - listed
  return [
    ...changes.slice(0, listed).flatMap((change) => changeLines(kind, change)),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}

function reasonLines(group: ChangeGroup): readonly string[] {
  const { shown, more } = shownOf(group)
  return [
    ...shown.flatMap(headLines),
    ...(more > 0 ? [`    and ${more} more`] : []),
    ...hung('      ', wrapped(group.reason, width - 6)),
  ]
}

function headLines(change: ResultChange): readonly string[] {
  const glyph = change.after === null ? '–' : marks[change.after].glyph
  return hung(`  ${glyph} `, wrapped(`${nameOf(change)} (${changeText(change)})`, width - 4))
}

function changeLines(kind: ChangeKind, change: ResultChange): readonly string[] {
  const { reason, replay } = change
  const head = headLines(change)
  if (kind === 'fixed' || kind === 'removed') return head
  const told = hung('      ', wrapped(reason, width - 6))
  return [...head, ...told, ...(replay === undefined ? [] : [`      replay ${inert(visibleLine(replay))}`])]
}
