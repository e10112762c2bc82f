import type { Requirement } from '../../core/model/requirement.ts'
import { ofConcurrency } from './concurrency.ts'
import { ofCredentials } from './credentials.ts'
import { ofFailures } from './failures.ts'
import { ofReplies } from './replies.ts'
import { ofRequests } from './requests.ts'

/** The requirements about what happens behind a gateway. They judge only exchanges of the experiment. */
export const behindRequirements = [
  ...ofRequests,
  ...ofReplies,
  ...ofFailures,
  ...ofConcurrency,
  ...ofCredentials,
] as const satisfies readonly Requirement[]
