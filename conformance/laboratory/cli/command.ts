import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { variants } from '../../../reference-server/variants/index.ts'
import { makeFolder } from '../../core/files/out-folder.ts'
import { command } from '../../product/cli/command.ts'
import type { Io } from '../../product/cli/io.ts'
import { startProgress } from '../../product/cli/run/progress.ts'
import { exitCode } from '../../product/report/exit-code.ts'
import { catalogueOf } from '../../specification/catalogue.ts'
import { documentOf, type SelftestDocument } from '../selftest/document.ts'
import { knownFailuresInWords } from '../selftest/known-failures-score.ts'
import { grouped, inexact, type Score, scoreOf, type TrialGroup, verdictOn } from '../selftest/score.ts'
import type { SelftestInput } from '../selftest/tasks.ts'
import { togetherInWords } from '../selftest/together/score.ts'
import type { Task, Trial } from '../selftest/trial.ts'
import { triggersInWords } from '../selftest/trigger-score.ts'
import { faithfulVariants, faultyGateways } from '../selftest/upstream/gateways.ts'
import { runTasks } from '../selftest/worker-pool.ts'
import { tryKnownFailures } from './known-failures/try-known-failures.ts'
import { readSelftestOptions, type SelftestOptions, selftestOptionSpecs } from './options.ts'

/** Tests the suite against faults and variants of the reference server. */
export const selftestCommand = command({
  name: 'selftest',
  summary: 'Runs the suite against every fault of the reference server, and against conforming variants of it.',
  usage: 'selftest [OPTION …]',
  positionals: 0,
  options: selftestOptionSpecs,
  notes: [
    'A fault is detected exactly if the requirements that it violates fail (mgi faults lists them), no others fail, and none stays undecided without a failure that explains it.',
    'A variant is a conforming server with unusual behavior (a quirk); no requirement may fail.',
    'With --on, a fault affects the responses of one operation only, and requirements must fail there and nowhere else.',
    'With --together N, each gateway has N faults of one area at once. 99 of 100 faults that change a response must be detected: at least one requirement that such a fault violates fails.',
    'With --triggers N, N faults for each seed affect only requests that meet a drawn trigger: a value, a count, a depth, a position, a pair of features, a spelling, a property of a picture, or an earlier request on the connection. 85 of 100 must be detected. mgi faults --triggers N --seed N lists them.',
    'With --known-failures, mgi run judges each faulty gateway twice, the second time with the list that the first run wrote. The faults are tested one after the other, with about 20 s of processor time each: use --fault or --shard.',
    'With --upstream, the suite is the client and the provider of gateways that pass requests on or convert them. Each has one fault, or none and unusual habits. A seed only repeats the trial. The gateways:',
    ...inLines([...faultyGateways, ...faithfulVariants].map(({ id }) => id)),
    'The variants:',
    ...inLines(variants.map(({ id }) => id)),
    'Writes selftest.json to --out.',
    'Exit status: 0 exact, 1 inexact, 2 usage error, 3 nothing tested or an error of the suite, 130 interrupted.',
  ],
  async run({ values, io }) {
    const options = readSelftestOptions(values, io.cwd)
    makeFolder(options.out)
    const trials = await carriedOut(options, io)
    conclude(trials, options, io)
    return io.signal.aborted ? exitCode.interrupted : statusOf[verdictOn(trials)]
  },
})

/** Wraps words at 80 characters, the width of the help. */
function inLines(words: readonly string[]): readonly string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ''} ${word}`
    if (lines.length > 0 && longer.length <= 80) lines[lines.length - 1] = longer
    else lines.push(`  ${word}`)
  }
  return lines
}

const statusOf = {
  exact: exitCode.conforming,
  inexact: exitCode.nonconforming,
  inconclusive: exitCode.inconclusive,
} as const satisfies Record<ReturnType<typeof verdictOn>, number>

/** Runs all tasks and returns the trials in the order of the tasks. */
async function carriedOut(
  { tasks, jobs, isQuiet, isOfKnownFailures }: SelftestOptions,
  io: Io,
): Promise<readonly Trial[]> {
  const progress = startProgress(io, isQuiet, Date.now, 'trials')
  progress.note(tasks.length === 1 ? '1 trial' : `${tasks.length} trials, ${jobs} at a time`)
  const trials: Trial[] = []
  const onTrial = (trial: Trial): void => {
    trials.push(trial)
    progress.step(trials.length, tasks.length)
  }
  if (isOfKnownFailures) await oneByOne(tasks, io.signal, onTrial)
  else await runTasks(tasks, { jobs, signal: io.signal, onTrial })
  progress.end()
  const places = new Map(tasks.map((task, at) => [nameOf(task), at]))
  const placeOf = (trial: Trial): number => places.get(nameOf(trial)) ?? tasks.length
  return trials.sort((one, other) => placeOf(one) - placeOf(other))
}

/** Runs tasks one by one, because a complete run starts its own threads. */
async function oneByOne(tasks: readonly Task[], signal: AbortSignal, onTrial: (trial: Trial) => void): Promise<void> {
  for (const task of tasks) {
    if (signal.aborted) return
    onTrial(await tryKnownFailures(task, signal))
  }
}

function nameOf({ kind, id, seed, on }: Pick<Trial, 'kind' | 'id' | 'seed' | 'on'>): string {
  return `${kind} ${id} ${seed} ${on ?? ''}`
}

function conclude(trials: readonly Trial[], options: SelftestOptions, io: Io): void {
  const { wanted, tasks, out, outAsGiven, isQuiet } = options
  const score = scoreOf(trials, catalogueOf(wanted.areas).requirements)
  const document = documentOf(trials, score, options)
  writeFileSync(join(out, 'selftest.json'), `${JSON.stringify(document, null, 2)}\n`)
  if (isQuiet) return
  io.stdout.write(scoreLines(trials, document, options))
  if (trials.length < tasks.length)
    io.stdout.write(`interrupted: ${trials.length} of ${tasks.length} trials were run\n`)
  io.stdout.write(`${document.verdict}\n`)
  io.stderr.write(`took ${document.cpuSeconds} s of processor time\nwrote selftest.json to ${outAsGiven}\n`)
}

/** Lists the inexact trials, and counts the exact ones. */
function scoreLines(
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
