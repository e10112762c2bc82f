import { counted } from '../identity.ts'
import { marks } from '../outcome.ts'
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
export function differenceInOneLine({ changes, stillFailing }: Pick<Difference, 'changes' | 'stillFailing'>): string {
  const failing = changes['newly-failing'].length
  const lost = changes['no-longer-exercised'].length
  return [
    failing === 0 ? 'no new failure' : counted(failing, 'new failure'),
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

/**
 * Returns the mark of a difference. It is a tick only if nothing newly fails and no results are missing, because only
 * then `mgi diff` exits with 0.
 */
export function markOf({ changes, isSameCatalogue }: Difference): string {
  if (changes['newly-failing'].length > 0) return '✗'
  const isCertain = isSameCatalogue && changes['no-longer-exercised'].length + changes.removed.length === 0
  return isCertain ? '✓' : '?'
}

/** Returns a change as `✓ pass → ✗ fail`. */
export function changeText({ before, after }: ResultChange): string {
  const word = (outcome: ResultChange['before']) =>
    outcome === null ? 'absent' : `${marks[outcome].glyph} ${marks[outcome].word}`
  return `${word(before)} → ${word(after)}`
}
