import type { Case } from '../../core/model/plan.ts'
import type { Endpoint } from '../../core/model/vocabulary.ts'
import { inTurn } from './in-turn.ts'
import type { AcceptedCase } from './learned.ts'
import type { Placed, Remainder, Run } from './run-types.ts'
import { inPlace, type Violations } from './violations.ts'

/** Makes violations of an operation, each in one of these accepted requests. The sequence may be endless. */
export type ViolationsOn = (operation: Endpoint, accepted: readonly AcceptedCase[]) => Promise<Iterable<Case>>

/** The most violations of one operation that are searched for replacements. */
const mostSearched = 600

/**
 * Sends the violations whose control requests were rejected. Each is replaced by a violation of the same requirement in
 * a request that the target accepted. If there is none, it is sent as planned, and the report says that no control
 * request was accepted.
 */
export async function sendOnAccepted(
  run: Run,
  violations: Violations,
  uncontrolled: readonly Placed[],
  violationsOn: ViolationsOn | undefined,
): Promise<readonly Remainder[]> {
  const open = inPlace(uncontrolled)
  const isStillOpen = ({ planned: { why } }: Placed) => why.kind === 'violation' && run.learned.isRejected(why.control)
  const found = new Map<Placed, Case>()
  for (const { id } of run.operations) {
    const own = open.filter((one) => one.planned.operation === id && isStillOpen(one))
    const controls = run.learned.acceptedOf(id)
    if (own.length === 0 || controls.length === 0 || violationsOn === undefined) continue
    for (const [placed, planned] of replaced(own, await violationsOn(id, controls))) found.set(placed, planned)
  }
  return inTurn(open, run.atOnce, (placed) =>
    violations.sendControlled({ planned: found.get(placed) ?? placed.planned, at: placed.at }),
  )
}

/** Finds a replacement for each violation: one of the same requirement, with the same keyword if possible. */
function replaced(wanted: readonly Placed[], violations: Iterable<Case>): ReadonlyMap<Placed, Case> {
  const found = new Map<Placed, Case>()
  const spare: Case[] = []
  let searched = 0
  for (const planned of violations) {
    const isFor = ({ planned: other }: Placed) => kindOf(other) === kindOf(planned)
    const placed = wanted.find((one) => !found.has(one) && isFor(one))
    if (placed === undefined) spare.push(planned)
    else found.set(placed, inPlaceOf(placed, planned))
    searched += 1
    if (found.size === wanted.length || searched === mostSearched) break
  }
  for (const placed of wanted) {
    if (found.has(placed)) continue
    const at = spare.findIndex(({ aims }) => aims.some((aim) => placed.planned.aims.includes(aim)))
    if (at >= 0) found.set(placed, inPlaceOf(placed, spare.splice(at, 1)[0]!))
  }
  return found
}

function kindOf({ why, aims }: Case): string {
  return `${why.kind === 'violation' ? why.keyword : ''} ${aims.join(' ')}`
}

/** Keeps the id, which names a position in the plan. */
function inPlaceOf({ planned: { id } }: Placed, planned: Case): Case {
  return { ...planned, id }
}
