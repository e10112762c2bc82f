import type { SelftestDocument } from '../selftest/document.ts'
import {
  grouped,
  inexact,
  knownFailuresScoreOf,
  type MissedTrigger,
  type Score,
  type TogetherScore,
  type TrialGroup,
  type TriggerCounts,
  type TriggerScore,
} from '../selftest/score.ts'
import type { SelftestInput } from '../selftest/tasks.ts'
import type { Trial, Undetected } from '../selftest/trial.ts'
import { faultyGateways } from '../selftest/upstream/gateways.ts'
import type { SelftestOptions } from './options.ts'

/** Lists the inexact trials, and counts the exact ones. */
export function selftestInWords(
  trials: readonly Trial[],
  { together, triggers, score }: SelftestDocument,
  options: SelftestOptions,
): string {
  const { wanted, isPart, isOfKnownFailures } = options
  if (isOfKnownFailures) return knownFailuresInWords(trials)
  if (together !== undefined) return togetherInWords(trials, together)
  if (triggers !== undefined) {
    const broken = trials.filter(({ finish }) => finish === 'broken-down')
    const troubles = broken.map(({ id, trouble }) => `fault ${id}: ${trouble}\n`)
    return [...troubles, triggersInWords(triggers, triggers.count)].join('')
  }
  const wrong = inexact(trials).map(inexactInWords)
  if (wanted.isUpstream === true) return `${wrong.join('')}${gatewaysInWords(trials)}`
  return `${wrong.join('')}${scoreInWords(score, wanted, isPart)}`
}

function gatewaysInWords(trials: readonly Trial[]): string {
  const tested = grouped(trials)
  const exact = tested.length - inexact(trials).length
  return row('gateways', exact, tested.length, 'fail exactly what they break')
}

/** Renders the score as text. Requirements are only scored if no fault was excluded. */
function scoreInWords(
  { faults, requirements, results, variants }: Score,
  { on }: Pick<SelftestInput, 'on'>,
  isPart: boolean,
): string {
  const few = 'triggered them'
  const had = on === undefined ? few : 'of that operation triggered them'
  const rest = isPart || on !== undefined || faults.tested === 0
  return [
    row(
      'faults',
      faults.exact,
      faults.tested,
      'detected by exactly the requirements that they violate, on each operation',
    ),
    unprovokedRow(faults.unprovoked, had),
    rest ? '' : row('requirements', requirements.killed, requirements.total, 'fail for at least one fault'),
    rest
      ? ''
      : row(
          'results',
          results.killed,
          results.total,
          'fail for at least one fault, each requirement on each operation',
        ),
    row('variants', variants.unaccused, variants.tested, 'without any failure'),
    unprovokedRow(variants.unprovoked, few),
  ].join('')
}

function row(name: string, count: number, of: number, what: string): string {
  return of === 0 ? '' : `${name.padEnd(13)} ${count} of ${of} ${what}\n`
}

function unprovokedRow(ids: readonly string[], had: string): string {
  return ids.length === 0 ? '' : `${' '.repeat(13)} not counted, because no request ${had}: ${orNone(ids)}\n`
}

/** Describes an inexact fault or variant, with the command that reproduces it. */
function inexactInWords(group: TrialGroup): string {
  const [first] = group
  const wrong = group.filter(({ finish }) => finish !== 'exact' && finish !== 'unprovoked')
  const heading = `${first.kind} ${first.id}${onIn(first.on)} (${wrong.length} of ${group.length} runs)`
  return [heading, ...wrong.flatMap(linesOf)].join('\n').concat('\n\n')
}

function linesOf(trial: Trial): readonly string[] {
  const { finish, seed, expected, missing, surplus, leftOpen = [], blockedInVain = [], trouble } = trial
  const failed = [...expected.filter((id) => !missing.includes(id)), ...surplus.map(({ result }) => result)]
  return [
    `  seed ${seed}: ${finish}${trouble === undefined ? '' : `: ${trouble}`}`,
    `    expected     ${orNone(expected)}`,
    `    failed       ${orNone(failed)}`,
    ...surplus.map(({ result, message, exchange }) => `    ${result}: ${message} (${exchange})`),
    ...(leftOpen.length === 0
      ? []
      : [`    undecided    ${orNone(leftOpen)}: inconclusive although all failures are listed as known`]),
    ...(blockedInVain.length === 0
      ? []
      : [`    misblamed    ${orNone(blockedInVain)}: reported as blocked, but not tested without the fault either`]),
    `    reproduce    mgi ${selftestArguments(trial)}`,
    ...(trial.kind === 'fault' ? [`                 mgi ${serveArguments(trial)}`] : []),
  ]
}

/** The maximum number of ids in one line. */
const most = 8

function orNone(ids: readonly string[]): string {
  const more = ids.length > most ? ` and ${ids.length - most} more` : ''
  return ids.length === 0 ? 'nothing' : `${ids.slice(0, most).join(', ')}${more}`
}

function onIn(on: Trial['on']): string {
  return on === undefined ? '' : ` --on ${on}`
}

function selftestArguments({ kind, id, seed, profile, on }: Trial): string {
  if (kind === 'upstream') {
    const isFault = faultyGateways.some((gateway) => gateway.id === id)
    return `selftest --upstream --${isFault ? 'fault' : 'variant'} ${id} --seed ${seed}`
  }
  return `selftest --${kind} ${id}${onIn(on)}${profileArgument(profile)} --seed ${seed}`
}

function profileArgument(profile: string): string {
  return profile === 'standard' ? '' : ` --profile ${profile}`
}

/** Returns the commands that reproduce a trial: one starts a server with the fault, the other runs against it. */
function serveArguments({ id, seed, on, areas, profile }: Trial): string {
  const run = `mgi run http://127.0.0.1:8080 --key test-key --area ${areas.join(',')}${profileArgument(profile)}`
  return `serve --port 8080 --fault ${id}${onIn(on)} & ${run} --seed ${seed}`
}

/** Formats the results of several faults at once: each missed fault, the faults that hide it, and the score. */
export function togetherInWords(trials: readonly Trial[], score: { readonly size: number } & TogetherScore): string {
  const { size, rounds, shown, detected, covered } = score
  const lines = trials.flatMap((trial) => (trial.undetected ?? []).map((one) => undetectedInWords(one, trial)))
  const notCounted = `${' '.repeat(13)} not counted: ${covered}, because the other faults left no response that shows them\n`
  return [
    ...lines,
    ...trials.flatMap(misblamedInWords),
    ...trials.filter(({ finish }) => finish === 'broken-down').map((trial) => `${trial.id}: ${trial.trouble}\n\n`),
    `${'together'.padEnd(13)} ${detected} of ${shown} faults found (${percent(detected, shown)}), ${size} at once, ${rounds} gateways\n`,
    covered === 0 ? '' : notCounted,
  ].join('')
}

function misblamedInWords({ id, seed, blockedInVain = [] }: Trial): readonly string[] {
  if (blockedInVain.length === 0) return []
  return [
    `round ${id} (seed ${seed}): reported as blocked, but not tested without faults either: ${blockedInVain.join(', ')}\n\n`,
  ]
}

/** Formats a share in percent, rounded down so that 100 % means all. */
export function percent(part: number, whole: number): string {
  return `${(Math.floor((1000 * part) / whole) / 10).toFixed(1)} %`
}

function undetectedInWords(
  { fault, hiddenBy, said }: Undetected,
  { id, seed, faults = [], areas, profile }: Trial,
): string {
  const others = faults.filter((one) => one !== fault)
  const hiders = hiddenBy.length > 0 ? hiddenBy.join(', ') : `${others.join(', ')}, but by none of them alone`
  const options = faults.map((one) => `--fault ${one}`).join(' ')
  const run = `mgi run http://127.0.0.1:8080 --key test-key --area ${areas.join(',')}`
  return [
    `round ${id} (seed ${seed}): ${fault} was not detected`,
    `  blocked by   ${hiders}`,
    ...said.map((one, at) => `  ${at === 0 ? 'results     ' : '            '} ${one}`),
    `  reproduce    mgi serve --port 8080 ${options} & ${run}${profile === 'standard' ? '' : ` --profile ${profile}`} --seed ${seed}`,
    '',
    '',
  ].join('\n')
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
  return missed.length === 0 ? [] : [`${heading}:\n`, ...missed.map((one) => missedInWords(one, count))]
}

function missedInWords({ id, seed, words, effect, met, shown }: MissedTrigger, count: number): string {
  const counts = met === 0 ? '' : ` (${met} requests met it, ${shown} replies changed)`
  return `  ${words}; effect ${effect}${counts}\n    ${commandOf({ id, seed }, count)}\n`
}

function commandOf({ id, seed }: Pick<MissedTrigger, 'id' | 'seed'>, count: number): string {
  return `mgi selftest --triggers ${count} --seed ${seed} --fault ${id}`
}

/** Formats the score: one line for each trial that did not pass, and the number of those that did. */
export function knownFailuresInWords(trials: readonly Trial[]): string {
  const { tested, passed } = knownFailuresScoreOf(trials)
  const failed = trials.filter(({ finish }) => finish !== 'exact')
  return [
    ...failed.map(({ id, finish, trouble }) => `fault ${id}: ${finish}: ${trouble}\n`),
    `${'known'.padEnd(13)} ${passed} of ${tested} faulty gateways pass with their failures listed as known\n`,
  ].join('')
}
