import { faults, startReferenceServer } from '../../../../reference-server/index.ts'
import { requirementOf, resultKey } from '../../../core/model/requirement.ts'
import type { Ruling } from '../../../engine/judge/index.ts'
import { resultsOf } from '../../../product/cli/faults/operations-of.ts'
import { catalogueOf } from '../../../specification/catalogue.ts'
import { brokenOf } from '../broken-of.ts'
import { testedIn } from '../clean-run.ts'
import type { Broken, Task, Trial, Undetected } from '../trial.ts'
import { trialRun } from '../trial-run.ts'

/** Runs against a gateway with several faults at once. Returns the faults that no result shows, and why. */
export async function tryTogether(task: Task): Promise<Trial> {
  const ids = task.faults ?? []
  const own = new Set<string>(catalogueOf(task.areas).requirements.map(({ id }) => id))
  const expected = [...new Set(ids.flatMap(brokenBy))].filter((result) => own.has(requirementOf(result)))
  const run = await runWith(ids, task)
  const shown = ids.filter((id) => (run.differences.get(id) ?? 0) > 0)
  const unseen = shown.filter((id) => !isDetected(id, run.broken))
  const undetected: Undetected[] = []
  for (const fault of unseen) undetected.push(await explained(fault, ids, run, task))
  const broken = new Set(run.broken.map(({ result }) => result))
  const tested = await testedIn(task)
  const blockedInVain = [...run.blocked.keys()].filter((result) => !tested.has(result))
  return {
    ...task,
    finish: undetected.length > 0 ? 'missed' : blockedInVain.length > 0 ? 'misblamed' : 'exact',
    blockedInVain,
    requests: run.requests,
    expected,
    missing: expected.filter((result) => !broken.has(result)),
    surplus: run.broken.filter(({ result }) => !expected.includes(result)),
    covered: ids.filter((id) => !shown.includes(id)),
    undetected,
  }
}

interface Run {
  readonly rulings: readonly Ruling[]
  readonly broken: readonly Broken[]
  /** The blocked results in the report, each with the failures that block it. */
  readonly blocked: ReadonlyMap<string, readonly string[]>
  readonly requests: number
  readonly differences: ReadonlyMap<string, number>
}

async function runWith(ids: readonly string[], { areas, profile, seed }: Task): Promise<Run> {
  const server = await startReferenceServer({ faults: ids, countsDifferences: true })
  try {
    const { rulings, requests, blocked } = await trialRun({ url: server.url, areas, profile, seed })
    const broken = brokenOf(rulings, ids.flatMap(brokenBy))
    return { rulings, requests, broken, blocked, differences: server.differences() }
  } finally {
    await server.close()
  }
}

function brokenBy(id: string): readonly string[] {
  const fault = faults.get(id)
  return fault === undefined ? [] : resultsOf(fault, fault.breaks)
}

/** Returns whether a result shows a fault: one of those that it breaks failed. */
function isDetected(id: string, broken: readonly Broken[]): boolean {
  const results = brokenBy(id)
  return broken.some(({ result }) => results.includes(result))
}

/** Returns the results of the run for the broken requirements, and each other fault that hides it alone. */
async function explained(fault: string, ids: readonly string[], { rulings, blocked }: Run, task: Task) {
  const hiddenBy: string[] = []
  for (const other of ids.filter((id) => id !== fault)) {
    const pair = await runWith(
      ids.filter((id) => id === fault || id === other),
      task,
    )
    if (!isDetected(fault, pair.broken)) hiddenBy.push(other)
  }
  const results = brokenBy(fault)
  const own = rulings.filter((ruling) => results.includes(nameOf(ruling)))
  const said = own.map((ruling) => inWords(ruling, blocked.get(nameOf(ruling))))
  return { fault, hiddenBy, said }
}

function nameOf({ requirement, operation }: Ruling): string {
  return resultKey(requirement.id, operation)
}

function inWords(ruling: Ruling, blockers: readonly string[] = []): string {
  const { verdict, untested, findings } = ruling
  const reason = untested ?? findings[0]?.message
  const because = blockers.length === 0 ? '' : `, blocked by ${blockers.join(', ')}`
  return `${nameOf(ruling)}: ${verdict}${reason === undefined ? '' : ` (${reason})`}${because}`
}
