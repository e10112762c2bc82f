import type { Case, Probe } from '../../../core/model/plan.ts'
import type { Round } from '../../../engine/drive/drive.ts'
import { totalOf } from '../../../engine/plan/budget.ts'
import { sequencesOfRound } from '../../../specification/sequences/index.ts'
import type { RunOptions } from '../../config/run-options.ts'
import { selectedOperations } from '../../config/selection.ts'

/** The rounds of exploration. */
export interface ExplorationRounds {
  readonly rounds: AsyncGenerator<Round>
  /** The number of requests to send; absent if exploration is limited by time. */
  readonly wanted?: number
  /** Returns the number of requests in the rounds so far. */
  readonly drawn: () => number
}

/**
 * Returns rounds of requests beyond a plan, up to the number of requests or the time that the user set; `undefined` if
 * the user wants no exploration, or if nothing is beyond the plan.
 */
export function explorationRounds(
  { explore, selection }: Pick<RunOptions, 'explore' | 'selection'>,
  beyond: AsyncGenerator<readonly Case[]> | undefined,
): ExplorationRounds | undefined {
  if (explore === undefined || beyond === undefined) return undefined
  const wanted = 'requests' in explore ? explore.requests : Number.POSITIVE_INFINITY
  const here = selectedOperations(selection)
  const isHere = ({ operation }: Probe) => here.includes(operation)
  let drawn = 0
  return {
    rounds: roundsUpTo(),
    drawn: () => drawn,
    ...(Number.isFinite(wanted) ? { wanted } : {}),
  }

  async function* roundsUpTo(): AsyncGenerator<Round> {
    const until = 'seconds' in explore! ? performance.now() + explore.seconds * 1000 : Number.POSITIVE_INFINITY
    for (let round = 1; drawn < wanted && performance.now() < until; round += 1) {
      const next = await beyond!.next()
      if (next.done === true) return
      const cases = next.value.slice(0, wanted - drawn)
      const probes = fitting(sequencesOfRound(round).filter(isHere), wanted - drawn - cases.length)
      drawn += totalOf(cases, probes).requests
      yield { cases, probes }
    }
  }
}

/** Returns as many of the probes as fit into this many requests together. */
function fitting(probes: readonly Probe[], most: number): readonly Probe[] {
  const chosen: Probe[] = []
  for (const probe of probes) if (totalOf([], [...chosen, probe]).requests <= most) chosen.push(probe)
  return chosen
}
