import { stepsOf } from '../../../schemas/json-pointer.ts'
import type { Endpoint } from '../../core/model/vocabulary.ts'
import type {
  ClientImpact,
  ClientTable,
  ExerciseResult,
  FaultImpact,
  SignsByResult,
  TriedFault,
} from './client-impact.ts'
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

function triedFault({ requirements, signs = {}, results }: FaultImpact): TriedFault {
  const operations = [...new Set(results.map(({ operation }) => operation))].sort()
  const own = results.map((result) => (isHandedOn(result, signs) ? { ...result, outcome: 'same' as const } : result))
  return {
    requirements,
    signs,
    worst: Object.fromEntries(operations.map((operation) => [operation, worstOn(operation)])),
  }

  function worstOn(operation: Endpoint) {
    const worst = worstByClient(own.filter((one) => one.operation === operation))
    return Object.fromEntries(
      [...worst].map(([client, { exercise, outcome, detail }]) => [client, { exercise, outcome, detail }]),
    )
  }
}

/** Returns whether a client only hands on the altered value: the member that differs is the one that violates. */
export function isHandedOn({ outcome, detail = '' }: ExerciseResult, signs: SignsByResult): boolean {
  if (outcome !== 'different value') return false
  const [path = ''] = detail.split(':')
  const places = Object.values(signs).flatMap((some) => some.flatMap(({ pointer }) => pointer ?? []))
  return places.some((place) => lastName(place) === lastName(path))
}

/** Returns the last name in a pointer, whatever its spelling: clients write `outputTokens` for `output_tokens`. */
function lastName(pointer: string): string | undefined {
  const name = stepsOf(pointer).findLast((step) => step !== '*' && !Number.isInteger(Number(step)))
  return name?.replaceAll('_', '').toLowerCase()
}

export function worstByClient(results: readonly ExerciseResult[]): ReadonlyMap<string, ExerciseResult> {
  const worst = new Map<string, ExerciseResult>()
  for (const result of results) {
    const known = worst.get(result.client)
    if (known === undefined || severityOf(result.outcome) > severityOf(known.outcome)) worst.set(result.client, result)
  }
  return worst
}
