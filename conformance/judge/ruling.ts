import type { Finding } from '../model/finding.ts'
import type { Requirement } from '../model/requirement.ts'
import type { Endpoint, Verdict } from '../model/vocabulary.ts'

/** A finding and the exchange that shows it. */
export type LocatedFinding = Finding & {
  readonly exchange: string
  /** The case that the exchange is an attempt of, where that is not the exchange's own id. */
  readonly caseId?: string
}

/** The verdict on one requirement and operation after a whole run. */
export interface Ruling {
  readonly requirement: Requirement
  readonly operation: Endpoint
  readonly verdict: Verdict
  /** The number of exchanges it was judged on. */
  readonly exchanges: number
  /** The number of those that violate it. */
  readonly violating: number
  /** Which: all of them, where findings are only the first. */
  readonly violatingExchanges?: ReadonlySet<string>
  /** The cases that they are attempts of. */
  readonly violatingCases?: ReadonlySet<string>
  /** The plainest exchange on which it passed. */
  readonly example?: string
  /** The first findings, violations before doubts. */
  readonly findings: readonly LocatedFinding[]
  readonly findingsTotal: number
  /** Why it was not tested, where the judge knows better than "no exchange showed it". */
  readonly untested?: string
  /** The requests that say nothing about it, because no accepted request can be compared with them. */
  readonly incomparable?: Incomparable
}

/** Requests that were not served, and that others would have been compared with. */
export interface Incomparable {
  /** The acceptance requirements of what they use. */
  readonly uses: ReadonlySet<string>
  readonly cases: ReadonlySet<string>
}

/** The most findings that are kept for one requirement; more are counted. */
export const findingsKept = 20
