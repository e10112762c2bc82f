import { selectionOf } from '../../config/selection.ts'
import type { Catalogue } from '../../model/suite.ts'
import { UsageError } from '../../model/usage-error.ts'
import type { Selection } from '../../record/evidence/frame.ts'
import type { RunWish } from '../../watch/wish.ts'
import type { Trigger } from './triggers.ts'

/** What the page cannot know of the watch. */
export interface Watching {
  readonly selection: Selection
  readonly catalogue: Catalogue
  readonly hasGateway: boolean
  /** Whether there is a run to go back to. */
  readonly hasEvidence: boolean
}

const why = 'a click on the page'

/** What a wish of the page sets off. A wish that cannot be fulfilled is a `UsageError`. */
export function triggerFor(wish: RunWish, watching: Watching): Trigger {
  switch (wish.wish) {
    case 'failed':
    case 'everything':
      return { what: wish.wish, why }
    case 'restart':
      if (!watching.hasGateway) throw new UsageError('start mgi watch with --restart CMD, so that it knows the command')
      return { what: 'restart', why }
    case 'case':
      if (!watching.hasEvidence) throw new UsageError('a case can be run again once everything has run')
      return { what: 'case', id: wish.value, why }
    case 'area':
      return some({ areas: [wish.value] }, `the area ${wish.value}`, watching)
    case 'requirement':
      return some({ requirements: [wish.value] }, wish.value, watching)
  }
}

function some(
  narrowed: Partial<Pick<Selection, 'areas' | 'requirements'>>,
  words: string,
  { selection, catalogue }: Watching,
): Trigger {
  const outside = narrowed.areas?.find((area) => !selection.areas.includes(area))
  if (outside !== undefined) throw new UsageError(`this watch does not look at the area ${outside}`)
  selectionOf({ ...selection, ...narrowed } as Parameters<typeof selectionOf>[0], catalogue, undefined)
  return { what: 'some', narrowed, words, why }
}
