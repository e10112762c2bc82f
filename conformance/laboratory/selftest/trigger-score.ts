import { type TriggerFacts, triggerClasses } from '../../../reference-server/index.ts'
import { percent } from './together/score.ts'
import type { Trial } from './trial.ts'

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

/** The share of the faults that a run must detect. */
const enough = 0.85

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
  return accused.length === 0 && detected >= enough * tested
}

/** Formats the score as a table with the missed faults below it. `count` is the number of faults for each seed. */
export function triggersInWords(score: TriggerScore, count: number): string {
  const { classes, missed, accused } = score
  const notTriggered = missed.filter(({ shown }) => shown === 0)
  const notDetected = missed.filter(({ shown }) => shown > 0)
  return [
    `${'trigger'.padEnd(11)} ${'faults'.padStart(6)} ${'triggered'.padStart(10)} ${'detected'.padStart(10)}\n`,
    ...classes.map((one) => rowOf(one.class, one)),
    rowOf('all', score),
    ...listOf('not triggered', notTriggered, count),
    ...listOf('triggered, but not detected', notDetected, count),
    ...accused.map(
      ({ id, seed, results }) =>
        `failed on another operation: ${results.join(', ')}\n    ${commandOf({ id, seed }, count)}\n`,
    ),
  ].join('')
}

function rowOf(name: string, { tested, triggered, detected }: TriggerCounts): string {
  const shares = [triggered, detected].map((part) => percent(part, tested).padStart(10)).join(' ')
  return `${name.padEnd(11)} ${String(tested).padStart(6)} ${shares}\n`
}

function listOf(heading: string, missed: readonly MissedTrigger[], count: number): readonly string[] {
  return missed.length === 0 ? [] : [`${heading}:\n`, ...missed.map((one) => linesOf(one, count))]
}

function linesOf({ id, seed, words, effect, met, shown }: MissedTrigger, count: number): string {
  const counts = met === 0 ? '' : ` (${met} requests met it, ${shown} replies changed)`
  return `  ${words}; effect ${effect}${counts}\n    ${commandOf({ id, seed }, count)}\n`
}

function commandOf({ id, seed }: Pick<MissedTrigger, 'id' | 'seed'>, count: number): string {
  return `mgi selftest --triggers ${count} --seed ${seed} --fault ${id}`
}
