import { operationsOf, type Requirement, resultKey } from '../../core/model/requirement.ts'
import { requirementOf } from '../../product/cli/faults/operations-of.ts'
import { requiredDetectionShare, togetherScoreOf } from './together/score.ts'
import type { Trial } from './trial.ts'
import { isDetectedEnough, triggerScoreOf } from './trigger-score.ts'

/** The score over all trials of a selftest. */
export interface Score {
  readonly faults: {
    /** Tested faults. One that is limited to an operation counts only if a request could show it. */
    readonly tested: number
    /** Faults detected in every run by exactly the requirements that name them. */
    readonly exact: number
    /** Faults that no request could show in any run, with the operation to which they were limited. */
    readonly unprovoked: readonly string[]
  }
  readonly requirements: {
    /** All requirements of the tested areas. */
    readonly total: number
    /** Requirements with a fault that breaks them and was detected exactly. */
    readonly killed: number
    readonly unkilled: readonly string[]
  }
  /** The same for each requirement on each of its operations, as `requirement@operation`. */
  readonly results: Score['requirements']
  readonly variants: {
    readonly tested: number
    /** Variants without a failed requirement in every run. */
    readonly unaccused: number
    /** Variants that answered every request of every run like the reference server. */
    readonly unprovoked: readonly string[]
  }
}

/** Computes the score of a selftest over these requirements. */
export function scoreOf(trials: readonly Trial[], requirements: readonly Requirement[]): Score {
  const faults = grouped(trials.filter(({ kind }) => kind === 'fault'))
  const variants = grouped(trials.filter(({ kind }) => kind === 'variant'))
  const tested = faults.filter(isProvoked)
  const exact = tested.filter(isExact)
  const killed = new Set(exact.flatMap((group) => group.flatMap(failedIn)))
  return {
    faults: {
      tested: tested.length,
      exact: exact.length,
      unprovoked: unprovokedIn(faults),
    },
    requirements: killedAmong(
      requirements.map(({ id }) => id),
      new Set([...killed].map(requirementOf)),
    ),
    results: killedAmong(requirements.flatMap(namesOf), killed),
    variants: {
      tested: variants.filter(isProvoked).length,
      unaccused: variants.filter(isProvoked).filter(isExact).length,
      unprovoked: unprovokedIn(variants),
    },
  }
}

function killedAmong(names: readonly string[], killed: ReadonlySet<string>): Score['requirements'] {
  const unkilled = names.filter((name) => !killed.has(name))
  return { total: names.length, killed: names.length - unkilled.length, unkilled }
}

function namesOf(requirement: Requirement): readonly string[] {
  return operationsOf(requirement).map((operation) => resultKey(requirement.id, operation))
}

function failedIn({ expected, missing }: Trial): readonly string[] {
  return expected.filter((id) => !missing.includes(id))
}

function unprovokedIn(groups: readonly TrialGroup[]): readonly string[] {
  return groups.filter((group) => !isProvoked(group)).map(([{ id, on }]) => (on === undefined ? id : `${id} on ${on}`))
}

/** The trials of one fault or variant, one for each seed. */
export type TrialGroup = readonly [Trial, ...Trial[]]

/** Groups the trials by fault or variant, in the order in which each first occurs. */
export function grouped(trials: readonly Trial[]): readonly TrialGroup[] {
  const groups = new Map<string, [Trial, ...Trial[]]>()
  for (const trial of trials) {
    const name = `${trial.kind} ${trial.id} ${trial.on ?? ''}`
    const known = groups.get(name)
    if (known === undefined) groups.set(name, [trial])
    else known.push(trial)
  }
  return [...groups.values()]
}

function isProvoked(group: TrialGroup): boolean {
  return group.some(({ finish }) => finish !== 'unprovoked')
}

/** Returns whether every run judged the server correctly. */
function isExact(group: TrialGroup): boolean {
  return group.every(({ finish }) => finish === 'exact' || finish === 'unprovoked')
}

/** Returns the groups that are not exact, in the order of their trials. */
export function inexact(trials: readonly Trial[]): readonly TrialGroup[] {
  return grouped(trials).filter((group) => !isExact(group))
}

/** Returns the verdict of a selftest. A wrong result outranks a missing one. */
export function verdictOn(trials: readonly Trial[]): 'exact' | 'inexact' | 'inconclusive' {
  const carriedOut = trials.filter(({ finish }) => finish !== 'broken-down')
  const together = togetherScoreOf(carriedOut)
  if (together !== undefined && together.detected < requiredDetectionShare * together.shown) return 'inexact'
  if (together !== undefined && carriedOut.some(({ finish }) => finish === 'misblamed')) return 'inexact'
  if (together !== undefined) return carriedOut.length === trials.length ? 'exact' : 'inconclusive'
  const triggers = triggerScoreOf(carriedOut)
  if (triggers !== undefined && !isDetectedEnough(triggers)) return 'inexact'
  if (triggers === undefined && inexact(carriedOut).length > 0) return 'inexact'
  const isProof = carriedOut.length === trials.length && carriedOut.some(({ finish }) => finish === 'exact')
  return isProof ? 'exact' : 'inconclusive'
}
