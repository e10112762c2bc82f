import { counted } from '../identity.ts'
import { marks } from '../outcome.ts'
import { nameOf } from '../result.ts'
import { type Side, verdictText } from '../side.ts'
import { hung, wrapped } from '../terminal/columns.ts'
import { visibleLine } from '../visible.ts'
import { inert } from '../workflow-command.ts'
import { type ChangeKind, type Difference, kinds, type ResultChange } from './difference.ts'
import { byReason, type ChangeGroup, changeText, differenceInOneLine, shownOf, titles } from './words.ts'

const width = 100

/** The maximum number of changes of a kind that are listed. */
const listed = 40

export function diffTerminal(difference: Difference): string {
  const { before, after, cautions, changes, unchanged } = difference
  const parts = [
    wrapped(differenceInOneLine(difference), width),
    [...sideLines('before', before), ...sideLines('after', after)],
    cautions.flatMap((caution) => hung('! ', wrapped(caution, width - 2))),
    ...kinds.map((kind) => group(kind, changes[kind])),
    wrapped(`${counted(unchanged, 'result')} unchanged`, width),
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

function group(kind: ChangeKind, changes: readonly ResultChange[]): readonly string[] {
  if (changes.length === 0) return []
  const title = `${titles[kind]} (${changes.length})`
  if (kind === 'no-longer-exercised') return [title, ...byReason(changes).slice(0, listed).flatMap(reasonLines)]
  const more = changes.length - listed
  return [
    title,
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
