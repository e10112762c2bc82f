import { counted } from '../identity.ts'
import { marks } from '../outcome.ts'
import type { Side } from '../side.ts'
import type { ChangeKind, Difference, ResultChange } from './difference.ts'

/** The title of each kind of change. */
export const titles = {
  'newly-failing': 'New failures',
  fixed: 'Fixed',
  'no-longer-exercised': 'No longer tested',
  'newly-exercised': 'Newly tested',
  changed: 'Other changes',
  added: 'New results',
  removed: 'Removed results',
} as const satisfies Record<ChangeKind, string>

/** Returns the difference in one line. */
export function differenceInOneLine({
  changes,
  stillFailing,
  after,
}: Pick<Difference, 'changes' | 'stillFailing' | 'after'>): string {
  const failing = changes['newly-failing'].length
  const lost = changes['no-longer-exercised'].length
  return [
    failing > 0 ? counted(failing, 'new failure') : isAnythingTested(after) ? 'no new failure' : 'nothing was tested',
    `${changes.fixed.length} fixed`,
    `${stillFailing.length} still failing`,
    ...(lost === 0 ? [] : [`${lost} no longer tested`]),
  ].join(', ')
}

/** Changes that share a reason. */
export interface ChangeGroup {
  readonly reason: string
  readonly changes: readonly ResultChange[]
}

/** The most changes with one reason that are listed by name. */
const namedTogether = 10

/** Returns the changes to list by name, and the number of others with the same reason. */
export function shownOf({ changes }: ChangeGroup): { readonly shown: readonly ResultChange[]; readonly more: number } {
  const shown = changes.slice(0, namedTogether)
  return { shown, more: changes.length - shown.length }
}

/** Groups changes by reason, in the order of their first change. */
export function byReason(changes: readonly ResultChange[]): readonly ChangeGroup[] {
  const groups = new Map<string, ResultChange[]>()
  for (const change of changes) groups.set(change.reason, [...(groups.get(change.reason) ?? []), change])
  return [...groups].map(([reason, own]) => ({ reason, changes: own }))
}

function isAnythingTested({ counts }: Side): boolean {
  return counts.pass + counts.fail + counts.warn + counts.observed > 0
}

/** Returns whether the later run tested all that the earlier one tested, and anything at all. */
export function isCertain({ changes, isSameCatalogue, after }: Difference): boolean {
  return (
    isSameCatalogue && isAnythingTested(after) && changes['no-longer-exercised'].length + changes.removed.length === 0
  )
}

/**
 * Returns the mark of a difference. It is a tick only if nothing newly fails and no results are missing, because only
 * then `mgi diff` exits with 0.
 */
export function markOf(difference: Difference): string {
  if (difference.changes['newly-failing'].length > 0) return '✗'
  return isCertain(difference) ? '✓' : '?'
}

/** Returns the number of unchanged results as a sentence. */
export function unchangedText({ unchanged }: Pick<Difference, 'unchanged'>): string {
  return `${counted(unchanged, 'result')} ${unchanged === 1 ? 'is' : 'are'} unchanged.`
}

/** Returns a change as `✓ pass → ✗ fail`. */
export function changeText({ before, after }: ResultChange): string {
  const word = (outcome: ResultChange['before']) =>
    outcome === null ? 'absent' : `${marks[outcome].glyph} ${marks[outcome].word}`
  return `${word(before)} → ${word(after)}`
}
