import { counted } from '../identity.ts'
import { marks } from '../outcome.ts'
import type { Change, Difference, Kind } from './difference.ts'

/** What each kind of change is called. */
export const titles = {
  'newly-failing': 'New failures',
  fixed: 'Fixed',
  'no-longer-exercised': 'No longer tested',
  'newly-exercised': 'Newly tested',
  changed: 'Other changes',
  added: 'New results',
  removed: 'Removed results',
} as const satisfies Record<Kind, string>

/** What the difference comes to, as one line. */
export function gist({ changes, stillFailing }: Difference): string {
  const failing = changes['newly-failing'].length
  const lost = changes['no-longer-exercised'].length
  return [
    failing === 0 ? 'no new failure' : counted(failing, 'new failure'),
    `${changes.fixed.length} fixed`,
    `${stillFailing.length} still failing`,
    ...(lost === 0 ? [] : [`${lost} no longer tested`]),
  ].join(', ')
}

/** From what to what a result changed: `✓ pass → ✗ fail`. */
export function turn({ before, after }: Change): string {
  const word = (outcome: Change['before']) =>
    outcome === null ? 'absent' : `${marks[outcome].glyph} ${marks[outcome].word}`
  return `${word(before)} → ${word(after)}`
}
