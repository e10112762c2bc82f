import { isSuccess } from '../../../core/model/observation.ts'
import { type AcceptanceRequirement, isOfRequests, operationsOf } from '../../../core/model/requirement.ts'
import type { Endpoint } from '../../../core/model/vocabulary.ts'
import type { KnownExchanges } from '../known-exchanges.ts'
import type { DecidingRequest, Ruling } from '../ruling.ts'
import type { AcceptanceIndex } from './dependence.ts'
import { groupBy } from './group-by.ts'
import { isDenied, type Trace } from './trace.ts'
import type { Transcript } from './transcript.ts'

/** Returns each request of these traces once, with the best outcome of its attempts. */
export function decidingRequests(
  traces: readonly Trace[],
  { caseOf }: Pick<KnownExchanges, 'caseOf'>,
): readonly DecidingRequest[] {
  return [...groupBy(traces, ({ exchange }) => caseOf(exchange))].map(([caseId, attempts]) => ({
    caseId,
    uses: usesIn(attempts),
    outcome: outcomeOf(attempts),
  }))
}

function usesIn(traces: readonly Trace[]): ReadonlySet<string> {
  return new Set(
    traces.flatMap(({ uses, awkwardUses = [] }) => (uses ?? awkwardUses).map(({ requirement }) => requirement)),
  )
}

function outcomeOf(attempts: readonly Trace[]): DecidingRequest['outcome'] {
  if (attempts.some(({ responseClass }) => responseClass === 'accepted')) return 'read'
  if (attempts.some(({ status }) => isSuccess(status))) return 'unread'
  return attempts.some(isDenied) ? 'denied' : 'unserved'
}

/**
 * Returns a function that adds to an untested ruling about replies the valid requests of its operation whose replies
 * could have shown it: those with the features that it needs.
 */
export function addDecidingRequests(
  transcript: Transcript,
  acceptances: AcceptanceIndex,
  known: KnownExchanges,
): (ruling: Ruling) => Ruling {
  const byOperation = new Map<Endpoint, readonly DecidingRequest[]>()
  const requestsOf = (operation: Endpoint): readonly DecidingRequest[] => {
    const found = byOperation.get(operation) ?? decidingRequests(transcript.validRequests(operation).flat(), known)
    byOperation.set(operation, found)
    return found
  }
  return (ruling) => {
    const { requirement, operation, verdict, deciding } = ruling
    if (verdict !== 'untested' || deciding !== undefined || isOfRequests(requirement)) return ruling
    const needed = (requirement.shownWith ?? []).filter((id) => isOn(operation, acceptances.get(id)))
    const all = requestsOf(operation)
    return {
      ...ruling,
      deciding: needed.length === 0 ? all : all.filter(({ uses }) => needed.every((id) => uses.has(id))),
    }
  }
}

function isOn(operation: Endpoint, feature: AcceptanceRequirement | undefined): boolean {
  return feature !== undefined && operationsOf(feature).includes(operation)
}
