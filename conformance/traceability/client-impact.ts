import { type ClientEffect, worstEffect } from '../model/client-effect.ts'
import type { ResultName } from '../model/report.ts'
import type { Endpoint } from '../model/vocabulary.ts'
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

/** The compact form of the results, by requirement, operation and client. */
export interface ClientTable {
  readonly clients: readonly (ClientFacts & { readonly operations: readonly Endpoint[] })[]
  readonly effects: Readonly<Record<string, EffectsByOperation>>
}

/** The effect on each client that was tried, by operation. */
export type EffectsByOperation = Partial<Readonly<Record<Endpoint, Readonly<Record<string, KnownEffect>>>>>

/** The effect on a client, with the exercise that shows it. */
export type KnownEffect = Pick<ClientEffect, 'effect' | 'exercise' | 'detail'>

let table: ClientTable | undefined

/** Returns the table that the build produced. It is read on first use, because most runs have no failures. */
export function clientTable(): ClientTable {
  table ??= compiledData<ClientTable>('client-impact')
  return table
}

/** Returns the combined effects of several failed results on the clients that use their operations. */
export function clientsOf(names: readonly ResultName[]): readonly ClientEffect[] {
  const { clients, effects: known } = clientTable()
  const operations = names.map(({ operation }) => operation)
  return clients
    .filter((client) => client.operations.some((operation) => operations.includes(operation)))
    .map(({ name, packages }) => {
      const found = names.flatMap(({ requirement, operation }) => known[requirement]?.[operation]?.[name] ?? [])
      const worst = worstEffect(found.map(({ effect }) => effect))
      const shown = found.find(({ effect }) => effect === worst) ?? { effect: 'not-tried' as const }
      return { client: name, packages, ...shown }
    })
}

/** Returns the names of all clients that were tried. */
export function clientNames(): readonly string[] {
  return clientTable().clients.map(({ name }) => name)
}
