import { selectionOf } from '../../config/selection.ts'
import type { Catalogue } from '../../model/suite.ts'
import { UsageError } from '../../model/usage-error.ts'
import type { Selection } from '../../record/evidence/frame.ts'
import type { RunAction } from '../../watch/page-action.ts'
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

/** What an action of the page sets off. An action that is not possible is a `UsageError`. */
export function triggerFor(action: RunAction, watching: Watching): Trigger {
  switch (action.action) {
    case 'failed':
    case 'everything':
      return { what: action.action, why }
    case 'restart':
      if (!watching.hasGateway) throw new UsageError('start mgi watch with --restart CMD, so that it knows the command')
      return { what: 'restart', why }
    case 'case':
      if (!watching.hasEvidence) throw new UsageError('a case can be run again once everything has run')
      return { what: 'case', id: action.value, why }
    case 'area':
      return some({ areas: [action.value] }, `the area ${action.value}`, watching)
    case 'requirement':
      return some({ requirements: [action.value] }, action.value, watching)
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
