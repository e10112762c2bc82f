import type { RecordedRequest, ResponseHead } from './exchange.ts'
import type { Cost } from './operation.ts'
import type { Capability, Endpoint, Profile } from './vocabulary.ts'

/** Why a request is sent. */
export type Origin =
  | 'preflight'
  | 'coverage'
  | 'violation'
  | 'exploration'
  | 'probe'
  | 'division'
  | 'shrink'
  | 'replay'
  /** Asks for something that the vendor declares absent; no requirement is judged by it. */
  | 'declaration'

/** One request that a run intends to send, reproducible from the seed. */
export interface Case {
  /** Unique and the same for the same seed and options; becomes the exchange's id. */
  readonly id: string
  readonly operation: Endpoint
  readonly origin: Origin
  /** One line for people: what the request has that others have not. */
  readonly purpose: string
  readonly request: RecordedRequest
  /** What it would cost if accepted; zero for requests that are to be refused. */
  readonly cost: Cost
  /** The requirements it sets out to exercise. */
  readonly aims: readonly string[]
  /** For a packed request: the cases that carry its additions one by one, sent when it is refused (readings.md G2). */
  readonly parts?: readonly Case[]
}

/** What a probe may ask about the run it is in. */
export interface ProbeContext {
  /** A whole number drawn from the run's seed and the probe's id. */
  readonly seed: number
  readonly profile: Profile
}

/**
 * A plan for provoking behaviour that takes several steps, or words that no schema has. `steps` yields batches of
 * requests, sent at the same time, and is handed the heads of what came back, in the same order; `null` where nothing
 * did. Bodies are judged and gone by then: those of a whole batch would be too much to hold.
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
  /** What it sends beyond that, at most, where the target refuses what it has to take, and what that costs more. */
  readonly ifRefused?: Cost & { readonly requests: number }
  readonly capability?: Capability
  readonly steps: (
    context: ProbeContext,
  ) => Generator<readonly RecordedRequest[], void, readonly (ResponseHead | null)[]>
}

/** Everything a run would send, before it sends anything. */
export interface Plan {
  readonly cases: readonly Case[]
  readonly probes: readonly Probe[]
  /** The requirements the plan sets out to exercise. */
  readonly aims: ReadonlySet<string>
  readonly requests: number
  readonly cost: Cost
}
