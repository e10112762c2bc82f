import type { Effect } from '../model/client-effect.ts'
import type { Endpoint } from '../model/vocabulary.ts'
import type {
  ClientImpact,
  ClientOutcome,
  ClientTable,
  EffectsByOperation,
  ExerciseResult,
  FaultImpact,
  KnownEffect,
} from './client-impact.ts'

/** Makes the compact table of all results. */
export function clientTableOf({ clients, faults }: ClientImpact): ClientTable {
  const results = faults.flatMap((fault) => fault.results)
  const requirements = [...new Set(faults.flatMap((fault) => fault.requirements))].sort()
  return {
    clients: clients.map(({ name, packages }) => ({ name, packages, operations: operationsOf(name, results) })),
    effects: Object.fromEntries(
      requirements
        .map((id) => [id, effectsIn(faults.filter((fault) => fault.requirements.includes(id)))] as const)
        .filter(([, byOperation]) => Object.keys(byOperation).length > 0),
    ),
  }
}

function operationsOf(client: string, results: readonly ExerciseResult[]): readonly Endpoint[] {
  return [...new Set(results.filter((one) => one.client === client).map(({ operation }) => operation))].sort()
}

/** Returns the effects of the faults of one requirement. */
function effectsIn(faults: readonly FaultImpact[]): EffectsByOperation {
  const results = faults.flatMap((fault) => fault.results)
  const operations = [...new Set(results.map(({ operation }) => operation))].sort()
  return Object.fromEntries(operations.map((operation) => [operation, effectsOn(operation, faults)]))
}

function effectsOn(operation: Endpoint, faults: readonly FaultImpact[]): Readonly<Record<string, KnownEffect>> {
  const worst = faults.map((fault) => worstByClient(fault.results.filter((one) => one.operation === operation)))
  const clients = [...new Set(worst.flatMap((one) => [...one.keys()]))]
  return Object.fromEntries(
    clients.map((client) => [client, effectOf(worst.flatMap((byClient) => byClient.get(client) ?? []))]),
  )
}

/** Returns the worst result of each client against one fault. */
export function worstByClient(results: readonly ExerciseResult[]): ReadonlyMap<string, ExerciseResult> {
  const worst = new Map<string, ExerciseResult>()
  for (const result of results) {
    const known = worst.get(result.client)
    if (known === undefined || severityOf(result.outcome) > severityOf(known.outcome)) worst.set(result.client, result)
  }
  return worst
}

/** Returns the gravity of an outcome: 2 if the client breaks, 1 if it is silently wrong, 0 if it is not affected. */
export function severityOf(outcome: ClientOutcome): 0 | 1 | 2 {
  if (outcome === 'exception' || outcome === 'hang') return 2
  return outcome === 'same' ? 0 : 1
}

/**
 * Combines the results of several faults of one requirement. If they differ, the effect of another form of the defect
 * is uncertain.
 */
function effectOf(results: readonly ExerciseResult[]): KnownEffect {
  const gravities = results.map(({ outcome }) => severityOf(outcome))
  const gravity = Math.max(...gravities) as 0 | 1 | 2
  const shown = results.find(({ outcome }) => severityOf(outcome) === gravity)
  const effect = words[gravity][gravities.every((one) => one === gravity) ? 'always' : 'sometimes']
  if (shown === undefined || gravity === 0) return { effect }
  const { exercise, outcome, detail = outcome } = shown
  return { effect, exercise, detail }
}

const words = {
  2: { always: 'breaks', sometimes: 'may-break' },
  1: { always: 'wrong', sometimes: 'may-be-wrong' },
  0: { always: 'unaffected', sometimes: 'unaffected' },
} as const satisfies Record<number, Record<string, Effect>>
