import type { Operation } from '../model/operation.ts'
import type { Plan } from '../model/plan.ts'
import { speechProbe } from '../operations/content-generation/probes/speech.ts'
import { betaProbe } from '../operations/messages/probes/betas.ts'

/** What a user of the reference server would configure: without it two requirements are never put to the test. */
const configuredProbes = [
  betaProbe(['first-feature', 'second-feature']),
  speechProbe({ voice: 'a-voice', languageCode: 'en-US' }, 'content-model-1'),
]

/** The plan with what a run sends only where the vendor names beta features and a voice. */
export function withConfigured(plan: Plan, operations: readonly Operation[]): Plan {
  const more = configuredProbes.filter(({ operation }) => operations.some(({ id }) => id === operation))
  return {
    ...plan,
    probes: [...plan.probes, ...more],
    aims: new Set([...plan.aims, ...more.flatMap(({ aims }) => aims)]),
    requests: plan.requests + more.reduce((sum, { requests }) => sum + requests, 0),
  }
}
