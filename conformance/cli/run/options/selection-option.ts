import type { Selection } from '../../../evidence/frame.ts'
import type { Catalogue } from '../../../model/suite.ts'
import { areas } from '../../../model/vocabulary.ts'
import type { LoadedConfig } from '../../config/config.ts'
import { idsMatching } from '../../glob.ts'
import { choices } from '../../options/choices.ts'
import { exclusionBy } from '../../report/selection.ts'
import { UsageError } from '../../usage-error.ts'
import type { RunValues } from './run-options.ts'

/** What a run is asked to look at. A selection that leaves nothing is refused. */
export function selectionOf(
  values: RunValues,
  { requirements }: Catalogue,
  loaded: LoadedConfig | undefined,
): Selection {
  const globs = values.requirement ?? []
  const unsupported = loaded?.config.unsupported ?? []
  const selection = { areas: choices('area', values.area, areas) ?? areas, requirements: globs, unsupported }
  if (globs.length > 0)
    idsMatching(
      globs,
      requirements.map(({ id }) => id),
    )
  const exclusion = exclusionBy(selection)
  if (requirements.some((requirement) => exclusion(requirement) === undefined)) return selection
  const what = globs.length === 0 ? 'is left' : `matches ${globs.join(', ')}`
  const remedy = unsupported.length === 0 ? 'leave out --area or --requirement' : `see unsupported in ${loaded?.name}`
  throw new UsageError(`no requirement of ${selection.areas.join(', ')} ${what}; ${remedy}`)
}
