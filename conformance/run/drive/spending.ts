import type { RecordedRequest } from '../../model/exchange.ts'
import type { Cost } from '../../model/operation.ts'
import type { Case } from '../../model/plan.ts'
import type { Endpoint } from '../../model/vocabulary.ts'
import { type BillingBudget, newBillingBudget } from './billing-budget.ts'
import { newSettledErrors, type SettledErrors } from './settled-errors.ts'

/** The numbers of requests that a run may send beyond its plan, by purpose. */
export interface Beyond {
  /** Requests sent again because the target was busy or failed. */
  retries: number
  /** Control requests that show whether a target serves others while one meets trouble. */
  controls: number
  /** Control requests that generate images. They have their own limit, to leave images for the plan. */
  dearControls: number
  /** Valid requests that were rejected, sent again in smaller versions. */
  rejections: number
  /** Requests that failed, sent again beside accepted ones, since a single failure may be chance. */
  proofs: number
  /** Requests of failing requirements, sent again in smaller versions. */
  shrinking: number
}

/** The budgets that all parts of one run share, and what they learned about the target. */
export interface Spending {
  readonly billing: BillingBudget
  /** The remaining requests beyond the plan. */
  readonly left: Beyond
  readonly families: Families
  readonly settled: SettledErrors
  /** The accepted valid request with the fewest features, by operation. The first one wins a tie. */
  readonly bases: Map<Endpoint, Base>
  /** The accepted valid requests, by operation. */
  readonly accepted: Map<Endpoint, AcceptedCase[]>
  /** The requirements of the features that accepted requests use, by operation. */
  readonly acceptedUses: Map<Endpoint, Set<string>>
  /** The ids of cases whose valid requests were rejected. */
  readonly rejectedCases: Set<string>
  /** The number of streams that did not end in time, by operation. Operations with an accepted request are left out. */
  readonly unended: Map<Endpoint, number>
  /**
   * The number of final server errors, by operation. Operations with another answer are left out, once and for all.
   */
  readonly failing: Map<Endpoint, number>
  /** The number of control requests and other checks so far. Their ids contain it, and no id may come twice in a run. */
  readonly asked: { count: number }
  /** The number of bytes of large requests that are kept. */
  keptBytes: number
}

/** A valid request that the target accepted. Violations can be built on it. */
export interface AcceptedCase {
  readonly id: string
  readonly request: RecordedRequest
}

/** An accepted request that others are compared with. */
interface Base {
  readonly request: RecordedRequest
  /** The number of features it uses. */
  readonly uses: number
}

/**
 * The number of retries and of proofs, as a share of the plan. A target that is busy for every fourth request needs half
 * of the retries.
 */
const share = 0.5
const shareOfProofs = 0.75

/** The most requests for minimising failures, in all. */
export const mostShrinking = 200

/** The most requests for minimising rejected valid requests, in all. */
const mostForRejections = 200

/** The most control requests when the target is in trouble. */
const mostControls = 60

/** The most control requests that generate images. */
const mostDearControls = 6

/** Returns the budget beyond a plan of this many requests. */
export function beyondPlan(requests: number): Readonly<Beyond> {
  return {
    retries: 20 + Math.ceil(requests * share),
    proofs: 60 + Math.ceil(requests * shareOfProofs),
    controls: mostControls,
    dearControls: mostDearControls,
    rejections: mostForRejections,
    shrinking: mostShrinking,
  }
}

/** Creates the spending of a run that has not begun. */
export function newSpending(limit?: Cost, planned?: Cost, beyond: Readonly<Beyond> = endless): Spending {
  const settled = newSettledErrors()
  const billing = newBillingBudget(limit, planned)
  return {
    ...{ billing, left: { ...beyond }, families: newFamilies(), settled },
    ...{
      bases: new Map(),
      accepted: new Map(),
      acceptedUses: new Map(),
      rejectedCases: new Set(),
      unended: new Map(),
      failing: new Map(),
    },
    ...{ asked: { count: 0 }, keptBytes: 0 },
  }
}

const endless: Readonly<Beyond> = {
  retries: Number.POSITIVE_INFINITY,
  proofs: Number.POSITIVE_INFINITY,
  controls: mostControls,
  dearControls: mostDearControls,
  rejections: mostForRejections,
  shrinking: mostShrinking,
}

/** Takes one from a budget. Returns whether any was left. */
export function takeOne(left: Beyond, of: keyof Beyond): boolean {
  if (left[of] <= 0) return false
  left[of] -= 1
  return true
}

/** The counts of sent and accepted requests of one family. */
export interface Family {
  readonly accepted: number
  readonly sent: number
}

/** Counts, by family of single-violation requests, how many were accepted. */
interface Families {
  /**
   * Begins a case. Its outcome counts once `lag` more cases have begun, so that the order of replies does not matter.
   */
  begin(lag: number): Arrival
  /** Counts the outcomes of all cases that have arrived. */
  settle(): void
  /**
   * Returns whether further requests like this one would show little, though each costs: enough of its family were
   * accepted, or a violation of each requirement it aims at was.
   */
  isAcceptedAnyway(planned: Case): boolean
  of(planned: Case): Family
  /** Returns the cases that are the first to violate some requirement on their operation. */
  firstOf(cases: readonly Case[]): readonly Case[]
}

/** Records the outcome of a case that has begun. */
type Arrival = (planned: Case, isAccepted: boolean) => void

/** This many accepted requests of a family show that a target does not enforce the rule. */
export const acceptedBeforeDeferral = 5

function newFamilies(): Families {
  const known = new Map<string, Family>()
  const shown = new Set<string>()
  const acceptedOnce = new Set<string>()
  const arrived = new Map<number, readonly [Case, boolean]>()
  let begun = 0
  const of = (planned: Case): Family => known.get(familyOf(planned)) ?? { accepted: 0, sent: 0 }
  const note = (planned: Case, isAccepted: boolean): void => {
    for (const name of namesOf(planned)) shown.add(name)
    if (isAccepted) for (const name of namesOf(planned)) acceptedOnce.add(name)
    const { accepted, sent } = of(planned)
    known.set(familyOf(planned), { accepted: accepted + Number(isAccepted), sent: sent + 1 })
  }
  const noteUpTo = (last: number): void => {
    for (const [number, [planned, isAccepted]] of arrived) {
      if (number > last) continue
      arrived.delete(number)
      note(planned, isAccepted)
    }
  }
  return {
    of,
    begin(lag) {
      const number = begun
      begun += 1
      noteUpTo(number - lag)
      return (planned, isAccepted) => arrived.set(number, [planned, isAccepted])
    },
    settle: () => noteUpTo(begun),
    firstOf(cases) {
      const met = new Set(shown)
      return cases.filter((planned) => {
        const names = namesOf(planned)
        const isFirst = names.some((name) => !met.has(name))
        for (const name of names) met.add(name)
        return isFirst
      })
    },
    isAcceptedAnyway: (planned) =>
      of(planned).accepted >= acceptedBeforeDeferral ||
      (planned.aims.length > 0 && namesOf(planned).every((name) => acceptedOnce.has(name))),
  }
}

/** Returns the keys of the results that a case aims at. */
function namesOf({ operation, aims }: Case): readonly string[] {
  return aims.map((requirement) => `${requirement}@${operation}`)
}

/** Returns the family of a violation. Violations of the same keyword on the same operation form a family. */
function familyOf({ operation, why }: Case): string {
  return `${operation} ${why.kind === 'violation' ? why.keyword : ''}`
}

/** Returns whether a case should be rejected. The plan does not count on being billed for it. */
export function isViolation({ why }: Case): boolean {
  return why.kind === 'violation'
}
