import type { Endpoint } from '../../core/model/vocabulary.ts'
import type { ClientImpact, ClientTable, ExerciseResult, FaultImpact, TriedFault } from './client-impact.ts'
import { severityOf } from './combined-effect.ts'

/** Makes the compact table of all results. */
export function clientTableOf({ clients, faults }: ClientImpact): ClientTable {
  const results = faults.flatMap((fault) => fault.results)
  return {
    clients: clients.map(({ name, packages }) => ({ name, packages, operations: operationsOf(name, results) })),
    faults: faults.filter((fault) => fault.results.length > 0).map(triedFault),
  }
}

function operationsOf(client: string, results: readonly ExerciseResult[]): readonly Endpoint[] {
  return [...new Set(results.filter((one) => one.client === client).map(({ operation }) => operation))].sort()
}

function triedFault({ requirements, results }: FaultImpact): TriedFault {
  const operations = [...new Set(results.map(({ operation }) => operation))].sort()
  return { requirements, worst: Object.fromEntries(operations.map((operation) => [operation, worstOn(operation)])) }

  function worstOn(operation: Endpoint) {
    const worst = worstByClient(results.filter((one) => one.operation === operation))
    return Object.fromEntries(
      [...worst].map(([client, { exercise, outcome, detail }]) => [client, { exercise, outcome, detail }]),
    )
  }
}

export function worstByClient(results: readonly ExerciseResult[]): ReadonlyMap<string, ExerciseResult> {
  const worst = new Map<string, ExerciseResult>()
  for (const result of results) {
    const known = worst.get(result.client)
    if (known === undefined || severityOf(result.outcome) > severityOf(known.outcome)) worst.set(result.client, result)
  }
  return worst
}
