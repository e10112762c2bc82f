import { type ClientEffect, type ShownByRun, worstEffect } from '../../core/model/client-effect.ts'
import type { ResultName } from '../../core/model/report.ts'
import type { Endpoint } from '../../core/model/vocabulary.ts'
import { combinedEffect } from './combined-effect.ts'
import { compiledData } from './compiled-data.ts'

/** The result of an exercise with a fault, compared with the same exercise without the fault. */
export type ClientOutcome = 'same' | 'different value' | 'silently missing' | 'exception' | 'hang'

/** A client of the experiment, and the versions that were tried. */
export interface ClientFacts {
  readonly name: string
  /** Its packages, each with its version. */
  readonly packages: readonly string[]
}

/** The outcome of one exercise of a client against one fault. */
export interface ExerciseResult {
  readonly client: string
  readonly operation: Endpoint
  readonly exercise: string
  readonly outcome: ClientOutcome
  /** The path of the first value that differs, or the exception. */
  readonly detail?: string
}

/** The results of one fault. */
export interface FaultImpact {
  readonly fault: string
  /** The requirements that the fault violates. */
  readonly requirements: readonly string[]
  /** The clients that were tried. For a client without results, no exercise revealed the fault. */
  readonly tried: readonly string[]
  readonly results: readonly ExerciseResult[]
}

/** The contents of `docs/client-impact.json`. */
export interface ClientImpact {
  readonly formatVersion: 1
  readonly clients: readonly ClientFacts[]
  readonly faults: readonly FaultImpact[]
}

/** The compact form of the results, by fault, operation and client. */
export interface ClientTable {
  readonly clients: readonly (ClientFacts & { readonly operations: readonly Endpoint[] })[]
  readonly faults: readonly TriedFault[]
}

/** A fault that was tried, and the worst exercise of each client on each operation. */
export interface TriedFault {
  /** The requirements that the fault violates. */
  readonly requirements: readonly string[]
  readonly worst: Partial<Readonly<Record<Endpoint, Readonly<Record<string, WorstExercise>>>>>
}

export type WorstExercise = Pick<ExerciseResult, 'exercise' | 'outcome' | 'detail'>

let table: ClientTable | undefined

/** Returns the table that the build produced. It is read on first use, because most runs have no failures. */
export function clientTable(): ClientTable {
  table ??= compiledData<ClientTable>('client-impact')
  return table
}

/**
 * Returns the harmful effects of several failed results on clients. An effect counts only if everything that the fault
 * of the experiment violates on the operation failed in the run too, and the operation serves its plain request.
 * Otherwise something else may have harmed the client.
 */
export function clientsOf(
  names: readonly ResultName[],
  run: ShownByRun,
  { clients, faults }: ClientTable = clientTable(),
): readonly ClientEffect[] {
  const alike = names
    .filter(({ operation }) => run.servesPlain(operation))
    .map(({ requirement, operation }) => ({
      operation,
      faults: faults.filter(
        ({ requirements }) => requirements.includes(requirement) && isShown(requirements, operation),
      ),
    }))
  return clients.flatMap(({ name, packages }) => {
    const found = alike.flatMap(({ operation, faults: own }) => {
      const effect = combinedEffect(own.flatMap(({ worst }) => worst[operation]?.[name] ?? []))
      return effect === undefined ? [] : [effect]
    })
    const worst = worstEffect(found.map(({ effect }) => effect))
    const shown = found.find(({ effect }) => effect === worst)
    return shown === undefined ? [] : [{ client: name, packages, ...shown }]
  })

  function isShown(requirements: readonly string[], operation: Endpoint): boolean {
    return requirements.every((requirement) => run.fails(requirement, operation) !== false)
  }
}

export function clientNames(): readonly string[] {
  return clientTable().clients.map(({ name }) => name)
}
