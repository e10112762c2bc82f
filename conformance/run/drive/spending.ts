import type { RecordedRequest } from '../../model/exchange.ts'
import type { Cost } from '../../model/operation.ts'
import type { Case } from '../../model/plan.ts'
import type { Endpoint } from '../../model/vocabulary.ts'
import { type BillingBudget, newBillingBudget } from './billing-budget.ts'
import { newSettledErrors, type SettledErrors } from './settled-errors.ts'

/** Requests that a run may send beyond its plan, by what they are for. */
export interface Beyond {
  /** Requests sent again because the target was busy or failed. */
  retries: number
  /** Control requests that show whether a target serves others while one meets trouble. */
  controls: number
  /** Those of them that generate images: a run is to have images left for what it planned. */
  dearControls: number
  /** Valid requests that were rejected, sent again and made smaller. */
  rejections: number
  /** Requests of failing requirements, sent again and made smaller. */
  shrinking: number
}

/** The budgets that all parts of one run share, and the facts they learned about the target. */
export interface Spending {
  readonly billing: BillingBudget
  /** The rest of the budget. */
  readonly left: Beyond
  readonly families: Families
  readonly settled: SettledErrors
  /** By operation the valid request that was accepted and uses least, the first of several. */
  readonly bases: Map<Endpoint, Base>
  /** By operation the valid requests that were accepted, as cases. */
  readonly accepted: Map<Endpoint, AcceptedCase[]>
  /** The ids of cases whose valid requests were rejected. */
  readonly rejectedCases: Set<string>
  /** By operation that has served no stream, the number of streams that were still going on when reading them ended. */
  readonly unended: Map<Endpoint, number>
}

/** A valid request that the target accepted: violations can be built on it. */
export interface AcceptedCase {
  readonly id: string
  readonly request: RecordedRequest
}

/** An accepted request that others are compared with. */
interface Base {
  readonly request: RecordedRequest
  /** The number of things it uses. */
  readonly uses: number
}

/** The share of a plan that may be sent again. A target that is busy for every fourth request needs half of this. */
const share = 0.5

/** This many requests are sent for shrinking, in all. */
export const mostShrinking = 200

/** The most requests that minimise rejected valid requests, in all. */
const mostForRejections = 200

/** The most control requests around trouble. */
const mostControls = 60

/** The most control requests that generate images. */
const mostDearControls = 6

/** Returns the budget beyond a plan of so many requests. */
export function beyondPlan(requests: number): Readonly<Beyond> {
  return {
    retries: 20 + Math.ceil(requests * share),
    controls: mostControls,
    dearControls: mostDearControls,
    rejections: mostForRejections,
    shrinking: mostShrinking,
  }
}

/** Spending of a run that has not begun. */
export function newSpending(limit?: Cost, planned?: Cost, beyond: Readonly<Beyond> = endless): Spending {
  const settled = newSettledErrors()
  const billing = newBillingBudget(limit, planned)
  return {
    ...{ billing, left: { ...beyond }, families: newFamilies(), settled },
    ...{ bases: new Map(), accepted: new Map(), rejectedCases: new Set(), unended: new Map() },
  }
}

const endless: Readonly<Beyond> = {
  retries: Number.POSITIVE_INFINITY,
  controls: mostControls,
  dearControls: mostDearControls,
  rejections: mostForRejections,
  shrinking: mostShrinking,
}

/** Takes one of what is left, where there is one. */
export function takeOne(left: Beyond, of: keyof Beyond): boolean {
  if (left[of] <= 0) return false
  left[of] -= 1
  return true
}

/** The target's answers to the requests of one family. */
export interface Family {
  readonly accepted: number
  readonly sent: number
}

/** Counts, by family of single-violation requests, how many of them were accepted. */
interface Families {
  /** The outcome of a case counts once `lag` more were begun. The order of replies then makes no difference. */
  begin(lag: number): Arrival
  /** From now on the outcomes of all begun cases count. */
  settle(): void
  /**
   * Returns whether a handful of the case's family was accepted, or what breaks just the same sentence: more of them
   * would tell little, and each costs.
   */
  isAcceptedAnyway(planned: Case): boolean
  of(planned: Case): Family
  /** Returns the cases that are the first to break their sentence on their operation. */
  firstOf(cases: readonly Case[]): readonly Case[]
}

/** Notes what came of a case that was begun. */
type Arrival = (planned: Case, isAccepted: boolean) => void

/** This many accepted requests of a family show that a target does not care. */
export const handfulAccepted = 5

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
      of(planned).accepted >= handfulAccepted ||
      (planned.aims.length > 0 && namesOf(planned).every((name) => acceptedOnce.has(name))),
  }
}

/** Returns the results that a case aims at. */
function namesOf({ operation, aims }: Case): readonly string[] {
  return aims.map((requirement) => `${requirement}@${operation}`)
}

/** Violations are of one family if they break the same keyword on the same operation. */
function familyOf({ operation, why }: Case): string {
  return `${operation} ${why.kind === 'violation' ? why.keyword : ''}`
}

/** Returns whether a case is to be rejected: then the plan does not count on being billed for it. */
export function isViolation({ why }: Case): boolean {
  return why.kind === 'violation'
}
