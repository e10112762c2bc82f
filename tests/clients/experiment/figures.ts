import type { ClientImpact, FaultImpact } from '../../../conformance/specification/traceability/client-impact.ts'
import { worstByClient } from '../../../conformance/specification/traceability/client-table.ts'
import { severityOf } from '../../../conformance/specification/traceability/combined-effect.ts'

/** The number of faults by their effect, on one client or on all. */
export interface Figures {
  /** The faults that changed a response of at least one exercise. */
  readonly shown: number
  readonly breaking: number
  /** The faults that break no client but give at least one a wrong value without an error. */
  readonly silent: number
  readonly harmless: number
  /** The faults that were tried and changed no response. */
  readonly notShown: number
}

/** A fault and the clients that it harms. */
export interface Harm {
  readonly fault: string
  readonly broken: readonly string[]
  readonly wrong: readonly string[]
}

/** Counts the faults by their worst effect on any client. */
export function figuresOf({ faults }: Pick<ClientImpact, 'faults'>): Figures {
  const tried = faults.filter((fault) => fault.tried.length > 0)
  const gravities = tried.map(({ results }) =>
    results.length === 0 ? undefined : Math.max(...results.map(({ outcome }) => severityOf(outcome))),
  )
  const count = (gravity: number | undefined) => gravities.filter((one) => one === gravity).length
  const notShown = count(undefined)
  return { shown: tried.length - notShown, breaking: count(2), silent: count(1), harmless: count(0), notShown }
}

/** Counts the faults by their effect on one client. */
export function figuresFor(client: string, { faults }: Pick<ClientImpact, 'faults'>): Figures {
  const own = faults
    .filter(({ tried }) => tried.includes(client))
    .map((fault) => ({ ...fault, results: fault.results.filter((result) => result.client === client) }))
  return figuresOf({ faults: own })
}

/**
 * Returns the faults that break the most clients, ordered by the number broken, then by the number with wrong values.
 */
export function mostHarmful({ faults }: Pick<ClientImpact, 'faults'>, count: number): readonly Harm[] {
  return faults
    .map(harmOf)
    .toSorted((one, other) => other.broken.length - one.broken.length || other.wrong.length - one.wrong.length)
    .slice(0, count)
}

function harmOf({ fault, results }: FaultImpact): Harm {
  const worst = [...worstByClient(results)]
  const clientsWith = (gravity: number) =>
    worst.filter(([, { outcome }]) => severityOf(outcome) === gravity).map(([client]) => client)
  return { fault, broken: clientsWith(2), wrong: clientsWith(1) }
}
