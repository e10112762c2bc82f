import { planRun } from '../../explore/plan.ts'
import type { Plan } from '../../model/plan.ts'
import type { Catalogue } from '../../model/suite.ts'
import { capabilities, endpoints } from '../../model/vocabulary.ts'
import { matchesGlob } from '../glob.ts'
import { areaOf } from '../report/selection.ts'
import { UsageError } from '../usage-error.ts'
import type { RunOptions } from './run-options.ts'

/** What a plan depends on. */
export type Wish = Pick<RunOptions, 'selection' | 'profile' | 'seed' | 'shard'>

/** The plan of a run with these options. */
export function planFor({ selection, profile, seed, shard }: Wish, catalogue: Catalogue): Plan {
  const { areas, requirements, unsupported } = selection
  return planRun({
    catalogue,
    profile,
    seed,
    ...(shard === undefined ? {} : { shard }),
    operations: endpoints.filter((endpoint) => areas.includes(areaOf[endpoint]) && !unsupported.includes(endpoint)),
    unsupported: capabilities.filter((capability) => unsupported.includes(capability)),
    ...(requirements.length === 0 ? {} : { wants: (id) => requirements.some((glob) => matchesGlob(glob, id)) }),
  })
}

/** A plan without requests proves nothing, and is refused before it is carried out. */
export function refuseEmpty(plan: Plan, { selection: { areas, requirements }, profile, shard }: Wish): void {
  if (plan.cases.length + plan.probes.length > 0) return
  if (shard !== undefined)
    throw new UsageError(`--shard ${shard.index}/${shard.count} has nothing to send; divide the plan into fewer shares`)
  throw new UsageError(
    `the profile ${profile} sends nothing for ${requirements.join(', ') || areas.join(', ')}; try --profile thorough`,
  )
}
