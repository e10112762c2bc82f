import type { Observation } from '../../core/model/observation.ts'
import type { Declaration } from '../../core/model/report.ts'
import type { Catalogue } from '../../core/model/suite.ts'
import type { Capability, Endpoint } from '../../core/model/vocabulary.ts'

/**
 * Checks whether the capabilities that a vendor declares absent are absent. A declaration is no requirement: it cannot
 * fail.
 */
export interface DeclarationEvaluator {
  /** Records the response to a request that needs this capability, which is declared absent. */
  see(seen: Observation, capability: Endpoint | Capability): void
  conclude(): readonly Declaration[]
}

/** The conclusion from one response. */
type Found = Declaration['found']

/** Returns the id of the exchange that checks a declared absence. */
export function declarationId(capability: Endpoint | Capability, operation: Endpoint): string {
  return capability === operation ? `declaration/${capability}` : `declaration/${capability}/${operation}`
}

export function startDeclarations(
  declared: readonly (Endpoint | Capability)[],
  { declarable = [] }: Pick<Catalogue, 'declarable'>,
): DeclarationEvaluator {
  const answers = new Map<string, { readonly found: Found; readonly exchange: string }[]>()
  return {
    see: (seen, capability) => {
      const shows = declarable.find(
        ({ capabilities, operation }) =>
          operation === seen.operation.id && capabilities?.some((one) => one === capability),
      )?.shows
      const noted = answers.get(capability) ?? []
      answers.set(capability, [...noted, { found: foundIn(seen, shows), exchange: seen.exchange.id }])
    },
    conclude: () => declared.map((capability) => ({ capability, ...worst(answers.get(capability) ?? []) })),
  }
}

/**
 * Classifies one response. Only an accepted request shows that a capability is present, and only a plain rejection
 * shows that it is absent.
 */
function foundIn(seen: Observation, shows: ((seen: Observation) => boolean) | undefined): Found {
  switch (seen.responseClass) {
    case 'accepted':
      return shows === undefined || shows(seen) ? 'present' : 'absent'
    case 'rejected':
    case 'unrecognised':
    case 'strange':
      return 'absent'
    case 'failed':
      return seen.status === 501 ? 'absent' : 'unknown'
    case 'denied':
    case 'errored':
    case 'busy':
      return 'unknown'
  }
}

/** Returns the decisive response: `present` outweighs `absent`, which outweighs `unknown`. */
function worst(
  answers: readonly { readonly found: Found; readonly exchange: string }[],
): Omit<Declaration, 'capability'> {
  const byExchange = [...answers].sort((one, other) => (one.exchange < other.exchange ? -1 : 1))
  const order = ['present', 'absent', 'unknown'] as const
  return order.flatMap((found) => byExchange.filter((answer) => answer.found === found))[0] ?? { found: 'unknown' }
}
