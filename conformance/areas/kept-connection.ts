import type { RecordedRequest } from '../model/exchange.ts'
import type { Operation } from '../model/operation.ts'
import type { Probe, Steps } from '../model/plan.ts'

/** A probe that sends all its requests at once. */
export interface CredentialProbe extends Probe {
  readonly steps: () => Steps
}

/**
 * Returns a probe that sends the requests of credential probes on a connection that served a valid request before. Each
 * still has no valid credential (interpretation G17).
 */
export function onKeptConnection(
  operation: Operation,
  valid: RecordedRequest,
  probes: readonly CredentialProbe[],
): Probe {
  return {
    id: `${operation.id}-kept-connection`,
    operation: operation.id,
    purpose: 'requests without a valid credential on a connection that served a valid one before',
    profile: 'standard',
    aims: [...new Set(probes.flatMap(({ aims }) => aims))],
    requests: probes.reduce((sum, { requests }) => sum + requests, 1),
    cost: operation.cost(operation.read(valid)),
    isOnOneConnection: true,
    *steps({ operations }) {
      yield [valid]
      for (const probe of probes.filter((one) => operations.includes(one.operation)))
        for (const request of probe.steps().next().value ?? []) yield [request]
    },
  }
}
