import type { RecordedRequest, ResponseHead } from './exchange.ts'
import type { Cost } from './operation.ts'
import type { Capability, Endpoint, Profile } from './vocabulary.ts'
import type { Intent, Why } from './why.ts'

/** One request that a run intends to send, reproducible from the seed. */
export interface Case {
  /** Unique and the same for the same seed and options; becomes the exchange's id. */
  readonly id: string
  readonly operation: Endpoint
  readonly why: Why
  /** One line for people: what the request has that others have not. */
  readonly purpose: string
  readonly request: RecordedRequest
  /** The cost if it is accepted; zero for requests that are to be rejected. */
  readonly cost: Cost
  /** The requirements it sets out to exercise. */
  readonly aims: readonly string[]
}

/** Returns what is recorded of a case beside its request. */
export function intentOf({ id, why, operation, purpose }: Case): Intent {
  return { caseId: id, why, operation, purpose }
}

/** The facts about a run that its probes may use. */
export interface ProbeContext {
  /** A whole number drawn from the run's seed and the probe's id. */
  readonly seed: number
  readonly profile: Profile
  /** The operations that the run exercises: a probe of several leaves out the others. */
  readonly operations: readonly Endpoint[]
}

/** A response as a probe sees it: its head, and its JSON if the probe asks for that and it is not too long. */
export interface ProbeAnswer extends ResponseHead {
  readonly json?: unknown
}

/**
 * A plan for provoking behaviour that takes several steps, or words that no schema has. `steps` yields batches of
 * requests, sent at the same time, and is handed the heads of what came back, in the same order; `null` where nothing
 * did. Bodies are judged and gone by then, but for those of a probe that reads them: those of a whole batch
 * would be too much to hold.
 */
export interface Probe {
  readonly id: string
  readonly operation: Endpoint
  readonly purpose: string
  /** The smallest profile that includes it. */
  readonly profile: Profile
  readonly aims: readonly string[]
  /** The most requests it sends to a target that takes what it has to take. */
  readonly requests: number
  /** The most those cost. */
  readonly cost: Cost
  /** The most that it sends beyond that if the target rejects what it has to accept, and the further cost. */
  readonly ifRejected?: Cost & { readonly requests: number }
  readonly capability?: Capability
  /** Goes on from what replies say, so it is told their JSON where they have at most so many bytes. */
  readonly readsReplies?: number
  /** Sends its requests on one connection, as long as the target keeps it open. Its batches are of one request. */
  readonly isOnOneConnection?: true
  readonly steps: (context: ProbeContext) => Steps | Promise<Steps>
}

/** The batches of requests that a probe sends, one after the other. */
export type Steps = Generator<readonly RecordedRequest[], void, readonly (ProbeAnswer | null)[]>

/** Everything a run would send, before it sends anything. */
export interface Plan {
  readonly cases: readonly Case[]
  readonly probes: readonly Probe[]
  /** The requirements on operations that the plan sets out to exercise, as `resultKey`s. */
  readonly aims: ReadonlySet<string>
  readonly requests: number
  readonly cost: Cost
}
