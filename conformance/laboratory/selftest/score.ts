import { type TriggerFacts, triggerClasses } from '../../../reference-server/index.ts'
import { operationsOf, type Requirement, requirementOf, resultKey } from '../../core/model/requirement.ts'
import type { Trial } from './trial.ts'

/** The score of single faults and of variants. */
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

/** The number of detected faults in gateways with several at once. */
export interface TogetherScore {
  readonly rounds: number
  /** Faults that changed a response, over all rounds. */
  readonly shown: number
  /** Faults with a result that shows them. */
  readonly detected: number
  /** Faults that the others cover completely. */
  readonly covered: number
}

/** The share of several faults at once that must be detected. */
const requiredDetectionShare = 0.99

/** Adds up the rounds of a selftest; `undefined` if there were none. */
export function togetherScoreOf(trials: readonly Trial[]): TogetherScore | undefined {
  const rounds = trials.filter(({ kind, finish }) => kind === 'together' && finish !== 'broken-down')
  if (rounds.length === 0) return undefined
  const drawn = rounds.reduce((sum, { faults = [] }) => sum + faults.length, 0)
  const covered = rounds.reduce((sum, round) => sum + (round.covered?.length ?? 0), 0)
  const undetected = rounds.reduce((sum, { undetected: missed = [] }) => sum + missed.length, 0)
  return { rounds: rounds.length, shown: drawn - covered, detected: drawn - covered - undetected, covered }
}

/** The number of detected faults that show under drawn triggers. */
export interface TriggerScore extends TriggerCounts {
  readonly classes: readonly ({ readonly class: TriggerFacts['class'] } & TriggerCounts)[]
  readonly missed: readonly MissedTrigger[]
  readonly accused: readonly AccusingTrigger[]
}

/** The counts of a class, or of all. */
export interface TriggerCounts {
  readonly tested: number
  /** Faults whose trigger a request met, so that a reply changed. */
  readonly triggered: number
  readonly detected: number
}

/** A fault that the suite did not detect. */
export interface MissedTrigger extends TriggerFacts {
  readonly id: string
  readonly seed: number
  /** Valid requests that met the trigger. */
  readonly met: number
  /** Requests whose reply the fault changed. */
  readonly shown: number
}

/** A fault with which requirements failed on other operations than its own. */
export interface AccusingTrigger {
  readonly id: string
  readonly seed: number
  /** Those results, as `requirement@operation`. */
  readonly results: readonly string[]
}

/** The share of faults under drawn triggers that must be detected. */
const requiredTriggerShare = 0.85

type TriggerTrial = Trial & Required<Pick<Trial, 'trigger'>>

/** Adds up the trials of triggers; `undefined` if there are none. */
export function triggerScoreOf(trials: readonly Trial[]): TriggerScore | undefined {
  const all = trials.filter((trial): trial is TriggerTrial => trial.trigger !== undefined)
  if (all.length === 0) return undefined
  const classes = triggerClasses.filter((name) => all.some(({ trigger }) => trigger.class === name))
  return {
    ...countsOf(all),
    classes: classes.map((name) => ({ class: name, ...countsOf(all.filter(({ trigger }) => trigger.class === name)) })),
    missed: all.filter(({ isDetected }) => isDetected !== true).map(missedIn),
    accused: all
      .filter(({ finish }) => finish === 'accused')
      .map(({ id, seed, surplus }) => ({ id, seed, results: surplus.map(({ result }) => result) })),
  }
}

function countsOf(trials: readonly TriggerTrial[]): TriggerCounts {
  return {
    tested: trials.length,
    triggered: trials.filter(({ shown = 0 }) => shown > 0).length,
    detected: trials.filter(({ isDetected }) => isDetected === true).length,
  }
}

function missedIn({ id, seed, trigger, chances = 0, shown = 0 }: TriggerTrial): MissedTrigger {
  return { id, seed, ...trigger, met: chances, shown }
}

/** Returns whether a standard run detects as many faults as it must, and reports no failure on other operations. */
export function isDetectedEnough({ tested, detected, accused }: TriggerScore): boolean {
  return accused.length === 0 && detected >= requiredTriggerShare * tested
}

/** The number of faulty gateways that pass once their failures are known. */
export interface KnownFailuresScore {
  readonly tested: number
  /** The number whose second run ended with exit status 0. */
  readonly passed: number
}

export function knownFailuresScoreOf(trials: readonly Trial[]): KnownFailuresScore {
  const tested = trials.filter(({ finish }) => finish !== 'broken-down')
  return { tested: tested.length, passed: tested.filter(({ finish }) => finish === 'exact').length }
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
