import type { Use } from '../../../schemas/index.ts'
import type { Credential } from '../../core/model/credential.ts'
import type { Exchange } from '../../core/model/exchange.ts'
import type { ResponseClass } from '../../core/model/observation.ts'
import type { Operation, RequestValue } from '../../core/model/operation.ts'
import type { Requirement } from '../../core/model/requirement.ts'
import type { Verdict } from '../../core/model/vocabulary.ts'

/** The judge's first look at an exchange: its response class, and the request as it was read. */
export interface Seen {
  readonly responseClass?: ResponseClass
  readonly operation?: Operation
  /** The response body without its content encoding. */
  readonly body?: Uint8Array
  readonly json?: unknown
  /** The events of a stream, with their payloads as parsed JSON. */
  readonly stream?: { readonly events: readonly { readonly json?: unknown }[] } | undefined
  readonly request?: {
    readonly value: RequestValue
    readonly violations?: readonly unknown[]
    readonly uses?: readonly Use[]
    readonly credential?: Credential
  }
}

/** A requirement that fails, and an exchange that shows it. */
export interface FailingResult {
  readonly requirement: Requirement
  readonly exchange: string
  /** All exchanges that violate it on the same operation, if they are known. */
  readonly violating?: ReadonlySet<string>
}

/** The part of a judge that driving a run needs. */
export interface DrivingJudge {
  /** Judges an exchange. Returns its response class and the request as read. */
  see(exchange: Exchange): Seen | undefined
  /** Returns the requirements that fail so far, each with an exchange that shows it. */
  failing(): readonly FailingResult[]
  /**
   * Returns the exchanges that would fail a requirement if their requests failed again, the plainest of each result; by
   * default none.
   */
  unproven?(): readonly string[]
  /** Returns the verdict of one requirement on this exchange alone. */
  retry(requirementId: string, exchange: Exchange): Verdict
}
