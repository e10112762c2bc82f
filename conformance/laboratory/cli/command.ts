import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { variants } from '../../../reference-server/variants/index.ts'
import { whileLocked } from '../../core/files/lock-folder.ts'
import { command } from '../../product/cli/command.ts'
import type { Io } from '../../product/cli/io.ts'
import { startProgress } from '../../product/cli/run/progress.ts'
import { exitCode } from '../../product/report/exit-code.ts'
import { catalogueOf } from '../../specification/catalogue.ts'
import { documentOf } from '../selftest/document.ts'
import { scoreOf, verdictOn } from '../selftest/score.ts'
import type { Task, Trial } from '../selftest/trial.ts'
import { faithfulVariants, faultyGateways } from '../selftest/upstream/gateways.ts'
import { runTasks } from '../selftest/worker-pool.ts'
import { tryKnownFailures } from './known-failures/try-known-failures.ts'
import { readSelftestOptions, type SelftestOptions, selftestOptionSpecs } from './options.ts'
import { selftestInWords } from './score-in-words.ts'

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
    'With --triggers N, N faults for each seed affect only requests that meet a drawn trigger: a value, a count, a depth, a position, a pair of features, two values that decide a reply together, a spelling, a property of a picture, or an earlier request on the connection. 85 of 100 must be detected. mgi faults --triggers N --seed N lists them.',
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
    return whileLocked({ folder: options.out, command: 'mgi selftest' }, async () => {
      const trials = await carriedOut(options, io)
      conclude(trials, options, io)
      return io.signal.aborted ? exitCode.interrupted : statusOf[verdictOn(trials)]
    })
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
  const progress = startProgress(io, isQuiet, 'trials')
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
  io.stdout.write(selftestInWords(trials, document, options))
  if (trials.length < tasks.length)
    io.stdout.write(`interrupted: ${trials.length} of ${tasks.length} trials were run\n`)
  io.stdout.write(`${document.verdict}\n`)
  io.stderr.write(`took ${document.cpuSeconds} s of processor time\nwrote selftest.json to ${outAsGiven}\n`)
}
