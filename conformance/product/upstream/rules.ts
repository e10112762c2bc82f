import type { UpstreamId } from '../../core/model/upstream.ts'
import type { TrialCase } from './cases.ts'
import { abortsFreeTheUpstream, streamsStayApart } from './rules/concurrency.ts'
import { credentialsStay } from './rules/credentials.ts'
import { cutStreamsDoNotEnd, errorsMapped } from './rules/failures.ts'
import { countsAreTheUpstreams, replyComplete, streamEqualsPlain } from './rules/replies.ts'
import { nothingAdded, requestComplete } from './rules/requests.ts'

/** Something that a rule found in a trial. A trial about which it finds nothing passes. */
export interface UpstreamRemark {
  /** `observed` does not fail; `undecided` means that the trial shows nothing. */
  readonly as: 'fail' | 'observed' | 'undecided'
  readonly message: string
  readonly expected?: string
  readonly actual?: string
}

/** The facts of the whole experiment that a rule may need. */
export interface Surroundings {
  readonly all: readonly TrialCase[]
  /** The address of the upstream without its scheme. */
  readonly host: string
  readonly isSharedKey: boolean
  readonly adds: readonly string[]
}

/** One sentence about gateways. */
export interface UpstreamRule {
  readonly statement: string
  readonly appliesTo: (one: TrialCase) => boolean
  readonly check: (one: TrialCase, surroundings: Surroundings) => Iterable<UpstreamRemark>
}

/** Every rule by its id. */
export const upstreamRules = {
  'upstream.request-complete': requestComplete,
  'upstream.nothing-added': nothingAdded,
  'upstream.reply-complete': replyComplete,
  'upstream.stream-equals-plain': streamEqualsPlain,
  'upstream.counts': countsAreTheUpstreams,
  'upstream.errors-mapped': errorsMapped,
  'upstream.cut-stream-not-complete': cutStreamsDoNotEnd,
  'upstream.isolation': streamsStayApart,
  'upstream.aborts': abortsFreeTheUpstream,
  'upstream.credentials': credentialsStay,
} as const satisfies Record<UpstreamId, UpstreamRule>
