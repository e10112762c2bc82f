import { startReferenceServer } from '../../../reference-server/index.ts'
import { resultKey } from '../../core/model/requirement.ts'
import type { Task } from './trial.ts'
import { trialRun } from './trial-run.ts'

/** The number of runs in the cache. Consecutive tasks share runs. */
const kept = 8

const runs = new Map<string, Promise<ReadonlySet<string>>>()

type Requests = Pick<Task, 'areas' | 'profile' | 'seed'>

/** Returns the results that the requests of a task test on a server without faults, as `requirement@operation`. */
export function testedIn({ areas, profile, seed }: Requests): Promise<ReadonlySet<string>> {
  const name = `${areas.join()} ${profile} ${seed}`
  const known = runs.get(name)
  if (known !== undefined) return known
  const fresh = cleanRun({ areas, profile, seed })
  runs.set(name, fresh)
  for (const oldest of [...runs.keys()].slice(0, -kept)) runs.delete(oldest)
  return fresh
}

async function cleanRun({ areas, profile, seed }: Requests): Promise<ReadonlySet<string>> {
  const server = await startReferenceServer()
  try {
    const { rulings } = await trialRun({ url: server.url, areas, profile, seed })
    const tested = rulings.filter(({ verdict }) => verdict !== 'untested' && verdict !== 'inapplicable')
    return new Set(tested.map(({ requirement, operation }) => resultKey(requirement.id, operation)))
  } finally {
    await server.close()
  }
}
