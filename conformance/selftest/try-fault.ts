import { faults, startReferenceServer } from '../../reference-server/index.ts'
import { catalogueOf } from '../catalogue.ts'
import { brokenOf } from './broken-of.ts'
import { withConfigured } from './configured-probes.ts'
import { judgedRun } from './judged-run.ts'
import { planOf } from './plan-of.ts'
import type { Task } from './task.ts'
import type { Finish, Trial } from './trial.ts'

/** Runs against a reference server with one fault and compares what fails with what the fault breaks. */
export async function tryFault(task: Task): Promise<Trial> {
  const { id, areas, profile, seed, every } = task
  const catalogue = catalogueOf(areas)
  const own = new Set<string>(catalogue.requirements.map((requirement) => requirement.id))
  const expected = brokenBy(id, every).filter((requirement) => own.has(requirement))
  const server = await startReferenceServer({
    faults: [every === undefined ? id : `${id}@1/${every}`],
    faultSeed: seed,
  })
  try {
    const plan = withConfigured(planOf(areas, profile, seed), catalogue.operations)
    const { rulings, requests } = await judgedRun({ url: server.url, areas, profile, seed, plan })
    const broken = brokenOf(rulings, expected)
    const missing = expected.filter((requirement) => !broken.some((one) => one.requirement === requirement))
    const surplus = broken.filter(({ requirement }) => !expected.includes(requirement))
    const [showing] = server.showings()
    const compared = { expected, missing, surplus, ...(showing === undefined ? {} : { chances: showing.chances }) }
    return { ...task, finish: finishOf(compared, every), requests, ...compared }
  } finally {
    await server.close()
  }
}

/** All that the fault breaks; where it shows now and then, any of it. */
function brokenBy(id: string, every: number | undefined): readonly string[] {
  const { breaks = [], mayBreak = [] } = faults.get(id) ?? {}
  return every === undefined ? breaks : [...new Set([...breaks, ...mayBreak])]
}

type Compared = Pick<Trial, 'expected' | 'missing' | 'surplus' | 'chances'>

/** A fault that shows now and then need not show all that it breaks. */
function finishOf({ expected, missing, surplus, chances = 0 }: Compared, every: number | undefined): Finish {
  if (surplus.length > 0) return 'accused'
  if (every === undefined) return missing.length > 0 ? 'missed' : 'exact'
  if (chances < every) return 'unprovoked'
  return missing.length === expected.length ? 'missed' : 'exact'
}
