import type { Sign } from '../../core/model/client-effect.ts'
import type { Finding } from '../../core/model/finding.ts'
import type { Requirement } from '../../core/model/requirement.ts'
import type { Endpoint, Verdict } from '../../core/model/vocabulary.ts'

/** A finding and the exchange that shows it. */
export type LocatedFinding = Finding & {
  readonly exchange: string
  /** The case that the exchange is an attempt of; absent if the exchange has the same id. */
  readonly caseId?: string
}

/** The failing items of one list of replies, none of which is the first of its list. */
export interface LaterItems {
  /** The member of the reply that is the list, for example `data`. */
  readonly list: string
  readonly items: number
}

/** The common ground of the exchanges that fail a requirement, and the request to compare them with. */
export interface SharedByFailing {
  /** In words: ``the 5 with `response_format` null fail, the 8 others pass``. */
  readonly text: string
  /** The exchange of the passing request that is closest to the smallest failing one. */
  readonly closest: string
  /** Set if only requests fail that were sent while others were under way. */
  readonly isAmongOthers?: true
  /** The circumstance that other requests make; absent if there is none. */
  readonly circumstance?: MadeByOthers
}

/** A circumstance that other requests make. */
export interface MadeByOthers {
  /** For example, `only from 6 requests under way`. */
  readonly words: string
  /** Returns the exchanges that have to be sent again before a failing one, or beside it. */
  readonly neededFor: (exchange: string) => readonly string[]
}

/** The verdict on one requirement and operation after a whole run. */
export interface Ruling {
  readonly requirement: Requirement
  readonly operation: Endpoint
  readonly verdict: Verdict
  /** The number of exchanges it was judged on. */
  readonly exchanges: number
  /** The number of exchanges that violate it. */
  readonly violating: number
  /** The ids of all exchanges that violate it, while `findings` has only the first ones. */
  readonly violatingExchanges?: ReadonlySet<string>
  /** The cases of `violatingExchanges`, and the cases of which they are smaller versions or images. */
  readonly violatingCases?: ReadonlySet<string>
  /** The places of all violations in replies; absent if it is not judged by single replies. */
  readonly signs?: readonly Sign[]
  /** The list of replies that fails only in items after the first; absent if there is none. */
  readonly laterItems?: LaterItems | undefined
  /** The ids of the exchanges of a run on which it passed. */
  readonly passingExchanges?: ReadonlySet<string>
  /** The properties that its failing requests share, and no passing one has. */
  readonly shared?: SharedByFailing
  /** The plainest exchange on which it passed. */
  readonly example?: string
  /** The first findings, violations before doubts. */
  readonly findings: readonly LocatedFinding[]
  readonly findingsTotal: number
  /** The reason why it was not tested, if it is more specific than the default one. */
  readonly untested?: string
  /**
   * The plainest exchange that would fail the requirement if its request failed again (interpretation G18). Set while no
   * other violation is shown.
   */
  readonly unproven?: string
  /**
   * The requests that would have decided an untested ruling, had their responses been as they should; absent if
   * that is unknown. For a rejection, these are the requests to compare with.
   */
  readonly deciding?: readonly DecidingRequest[]
}

/** A valid request whose response could have decided a result. */
export interface DecidingRequest {
  readonly caseId: string
  /** The acceptance requirements of the features that it uses. */
  readonly uses: ReadonlySet<string>
  /**
   * `read` if it got a valid reply, `unread` if it got a 2xx whose body is none, `denied` if it got a 401, 402 or 403,
   * and `unserved` otherwise.
   */
  readonly outcome: 'read' | 'unread' | 'denied' | 'unserved'
}

/** The most findings that are kept for one requirement. Further ones are only counted. */
export const findingsKept = 20
