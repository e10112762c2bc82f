import {
  type ClientEffect,
  isBreaking,
  type ShownByRun,
  type Sign,
  worstEffect,
} from '../../core/model/client-effect.ts'
import type { ResultName } from '../../core/model/report.ts'
import { resultKey } from '../../core/model/requirement.ts'
import type { Endpoint } from '../../core/model/vocabulary.ts'
import { combinedEffect, type KnownEffect } from './combined-effect.ts'
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

/** The places at which results fail, by the keys of the results. */
export type SignsByResult = Readonly<Record<string, readonly Sign[]>>

/** The results of one fault. */
export interface FaultImpact {
  readonly fault: string
  /** The requirements that the fault violates. */
  readonly requirements: readonly string[]
  /** The places of replies that violate them, by requirement and operation. */
  readonly signs?: SignsByResult
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
  readonly signs: SignsByResult
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
 * Returns the harmful effects of several failed results on clients. An experiment counts only if everything that its
 * fault violates on the operation failed in the run too, and the operation serves its plain request. Otherwise something
 * else may have harmed the client. If the run violates the same places, with the same kinds of value, the effect is that
 * of the experiment; if it violates others, it is uncertain. Where an operation serves nothing, its clients break.
 */
export function clientsOf(
  names: readonly ResultName[],
  run: ShownByRun,
  { clients, faults }: ClientTable = clientTable(),
): readonly ClientEffect[] {
  const stopped = names.filter(({ requirement, operation }) => run.servesNothing(requirement, operation))
  const alike = names
    .filter(({ operation }) => run.servesPlain(operation))
    .map(({ requirement, operation }) => {
      const own = faults.filter(
        ({ requirements }) => requirements.includes(requirement) && isShown(requirements, operation),
      )
      const same = atSamePlaces(own, operation)
      return { operation, faults: same.length > 0 ? same : own, isSame: same.length > 0 }
    })
  return clients.flatMap(({ name, packages, operations }): readonly ClientEffect[] => {
    const [without] = stopped.filter(({ operation }) => operations.includes(operation))
    if (without !== undefined)
      return [{ client: name, packages, effect: 'breaks', detail: `${without.operation} serves nothing` }]
    const found = alike.flatMap(({ operation, faults: own, isSame }) => {
      const effect = combinedEffect(own.flatMap(({ worst }) => worst[operation]?.[name] ?? []))
      return effect === undefined ? [] : [isSame ? effect : uncertain(effect)]
    })
    const worst = worstEffect(found.map(({ effect }) => effect))
    const shown = found.find(({ effect }) => effect === worst)
    return shown === undefined ? [] : [{ client: name, packages, ...shown }]
  })

  function isShown(requirements: readonly string[], operation: Endpoint): boolean {
    return requirements.every((requirement) => run.fails(requirement, operation) !== false)
  }

  /** Returns the faults that violate the same places, with the same kinds of value; of these, those with the most places. */
  function atSamePlaces(own: readonly TriedFault[], operation: Endpoint): readonly TriedFault[] {
    const same = own
      .map((fault) => ({ fault, places: placesOf(fault, operation) }))
      .filter(({ places }) => places.every(({ key, sign }) => run.signs(...key).some((one) => isShownBy(sign, one))))
    const most = Math.max(...same.map(({ places }) => places.length))
    return same.filter(({ places }) => places.length === most).map(({ fault }) => fault)
  }
}

function placesOf({ requirements, signs }: TriedFault, operation: Endpoint) {
  return requirements.flatMap((requirement) =>
    (signs[resultKey(requirement, operation)] ?? []).map((sign) => ({ key: [requirement, operation] as const, sign })),
  )
}

/** Returns whether a run violates the place of an experiment, in as many events. */
function isShownBy(known: Sign, shown: Sign): boolean {
  const isAsOften = known.isInSome === true || shown.isInSome !== true
  const isSame = (['in', 'of', 'pointer', 'value'] as const).every((name) => known[name] === shown[name])
  return isSame && isAsOften
}

function uncertain(effect: KnownEffect): KnownEffect {
  const isBroken = isBreaking(effect.effect)
  return { ...effect, effect: isBroken ? 'may-break' : 'may-be-wrong' }
}

export function clientNames(): readonly string[] {
  return clientTable().clients.map(({ name }) => name)
}
