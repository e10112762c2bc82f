import type { RecordedRequest, ResponseHead } from './exchange.ts'
import type { Cost } from './operation.ts'
import type { Capability, Endpoint, Profile } from './vocabulary.ts'
import type { Intent, Why } from './why.ts'

/** A request that a run intends to send, reproducible from the seed. */
export interface Case {
  /** Unique, and the same for the same seed and options. Becomes the id of the exchange. */
  readonly id: string
  readonly operation: Endpoint
  readonly why: Why
  /** One line: how the request differs from others. */
  readonly purpose: string
  readonly request: RecordedRequest
  /** The cost if it is accepted; zero for requests that should be rejected. */
  readonly cost: Cost
  /** The requirements that it tests. */
  readonly aims: readonly string[]
}

/** Returns the facts of a case that are recorded in addition to its request. */
export function intentOf({ id, why, operation, purpose }: Case): Intent {
  return { caseId: id, why, operation, purpose }
}

/** Returns the id of the case with the plain request to an operation, which a run sends first. */
export function plainCaseId(operation: Endpoint): string {
  return `${operation}/plain`
}

/** The facts about a run that its probes may use. */
export interface ProbeContext {
  /** An integer derived from the run's seed and the probe's id. */
  readonly seed: number
  readonly profile: Profile
  /** The operations that the run tests. A probe of several operations leaves out the others. */
  readonly operations: readonly Endpoint[]
}

/** A response as a probe sees it: its head, and its contents if the probe needs them and they are short enough. */
export interface ProbeAnswer extends ResponseHead {
  readonly json?: unknown
  /** The payloads of the events of a stream; `undefined` for one that is not JSON. */
  readonly events?: readonly unknown[]
}

/**
 * A plan for behaviour that takes several steps, or bytes that no schema describes. `steps` yields batches of requests
 * that are sent together. It receives the heads of their responses in the same order, `null` for no response. Bodies
 * are judged and dropped by then, except those that the probe reads: a whole batch of bodies would take too much
 * memory.
 */
export interface Probe {
  readonly id: string
  readonly operation: Endpoint
  readonly purpose: string
  /** The smallest profile that includes it. */
  readonly profile: Profile
  readonly aims: readonly string[]
  /** The most requests that it sends to a conforming target. */
  readonly requests: number
  /** The highest cost of those requests. */
  readonly cost: Cost
  /** The most further requests, and their cost, if the target rejects a valid request. */
  readonly ifRejected?: Cost & { readonly requests: number }
  readonly capability?: Capability
  /** Set if its steps depend on replies: the largest reply, in bytes, whose contents it receives. */
  readonly readsReplies?: number
  /** Sends its requests on one connection, as long as the target keeps that open. Its batches have one request each. */
  readonly isOnOneConnection?: true
  /** Set if it compares replies that other requests change, such as totals. It is sent while no other request is. */
  readonly isAlone?: true
  /** Set if each of its batches is to be under way at once, as far as the run allows. It is sent while no other request is. */
  readonly isTogether?: true
  /** The number of its first requests whose client goes away in the middle of the response. Those are not judged. */
  readonly goingAway?: number
  readonly steps: (context: ProbeContext) => Steps | Promise<Steps>
}

/** The batches of requests that a probe sends, one after the other. */
export type Steps = Generator<readonly RecordedRequest[], void, readonly (ProbeAnswer | null)[]>

/** The requests of a run. */
export interface Plan {
  /** The requests that are known beforehand: all of them, or those of `plain` kind if the others are drawn later. */
  readonly cases: readonly Case[]
  readonly probes: readonly Probe[]
  /** The requirements on operations that the plan tests, as `resultKey`s. */
  readonly aims: ReadonlySet<string>
  /** The number of requests, and their cost with a conforming target. With `pull`, the most. */
  readonly requests: number
  readonly cost: Cost
  /** Draws the further requests, the same ones each time; absent if all are known. */
  readonly pull?: (() => PlanStream) | undefined
  /** Draws requests beyond a plan without `pull`; absent if there are none. */
  readonly further?: PlanStream['further'] | undefined
}

/** Requests that are drawn while earlier ones are sent. They do not depend on replies. */
export interface PlanStream {
  /** Yields the requests that should be accepted. */
  valid(): AsyncGenerator<Case>
  /** Yields single-violation requests, once `valid` has ended. */
  violations(): AsyncGenerator<Case>
  /** Yields batches of requests beyond the plan, once `violations` has ended. It may be endless. */
  further(): AsyncGenerator<readonly Case[]>
}
