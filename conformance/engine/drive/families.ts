import type { Case } from '../../core/model/plan.ts'

/** The counts of sent and accepted requests of one family. */
export interface Family {
  readonly accepted: number
  readonly sent: number
}

/** Counts, by family of single-violation requests, how many were accepted. */
export interface Families {
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

export function newFamilies(): Families {
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
