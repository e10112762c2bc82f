import type { Endpoint } from '../../model/vocabulary.ts'
import { goodTwinsIn } from './good-twins.ts'
import { groupBy } from './group-by.ts'
import type { Trace } from './trace.ts'

/** All attempts of one and the same request. */
export type Attempts = readonly [Trace, ...Trace[]]

/** What the judgements over a whole run ask about it. */
export interface Transcript {
  /** The requests that break just this sentence, each with its attempts. */
  breachesOf(requirement: string): readonly Attempts[]
  /** The valid requests of these operations, each with its attempts; with `use`, those that make use of it. */
  validRequests(operations: readonly Endpoint[], use?: string): readonly Attempts[]
  /** Whether the good twin of a request was accepted: the same request without the places that break the sentence. */
  isTwinAccepted(trace: Trace): boolean
  /** Whether a request was answered at least once by a target that was neither busy nor failing. */
  isServed(identity: string): boolean
  /** Whether an operation accepted any valid request. */
  hasAccepted(operation: Endpoint): boolean
  /** The acceptance requirements of which an operation accepted some use. */
  acceptedUses(operation: Endpoint): ReadonlySet<string>
  /** Whether some operation accepted some use of an acceptance requirement. */
  isAcceptedSomewhere(requirement: string): boolean
}

/** Reads a run's traces, in order of exchange, for the questions that follow. */
export function readTranscript(traces: readonly Trace[]): Transcript {
  const breaches = attemptsBy(
    traces.filter(({ breach }) => breach),
    ({ breach }) => breach?.requirement ?? '',
  )
  const valid = attemptsBy(
    traces.filter(({ uses }) => uses),
    ({ operation }) => operation,
  )
  const using = new Map([...valid].map(([operation, requests]) => [operation, byUse(requests)]))
  const accepted = groupBy(
    traces.filter(({ twin }) => twin),
    ({ operation }) => operation,
  )
  const uses = new Map([...accepted].map(([operation, group]) => [operation, usesOf(group)]))
  const served = new Set(traces.filter(isServed).map(({ identity }) => identity))
  const twins = goodTwinsIn(traces)
  return {
    breachesOf: (requirement) => breaches.get(requirement) ?? [],
    validRequests: (operations, use) =>
      operations.flatMap(
        (operation) => (use === undefined ? valid.get(operation) : using.get(operation)?.get(use)) ?? [],
      ),
    isServed: (identity) => served.has(identity),
    hasAccepted: (operation) => accepted.has(operation),
    acceptedUses: (operation) => uses.get(operation) ?? new Set(),
    isAcceptedSomewhere: (requirement) => [...uses.values()].some((accepted) => accepted.has(requirement)),
    isTwinAccepted: (trace) => twins.has(trace),
  }
}

function isServed({ reception }: Trace): boolean {
  return reception !== 'busy' && reception !== 'failed'
}

function usesOf(traces: readonly Trace[]): ReadonlySet<string> {
  return new Set(traces.flatMap(({ uses }) => (uses ?? []).map(({ requirement }) => requirement)))
}

function byUse(requests: readonly Attempts[]): ReadonlyMap<string, readonly Attempts[]> {
  const found = new Map<string, Attempts[]>()
  for (const attempts of requests) {
    for (const use of usesOf(attempts.slice(0, 1))) {
      const others = found.get(use)
      if (others === undefined) found.set(use, [attempts])
      else others.push(attempts)
    }
  }
  return found
}

function attemptsBy(
  traces: readonly Trace[],
  keyOf: (trace: Trace) => string,
): ReadonlyMap<string, readonly Attempts[]> {
  const grouped = [...groupBy(traces, keyOf)]
  return new Map(grouped.map(([key, group]) => [key, [...groupBy(group, ({ identity }) => identity).values()]]))
}
