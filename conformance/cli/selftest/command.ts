import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { variants } from '../../../reference-server/variants/index.ts'
import { catalogueOf } from '../../catalogue.ts'
import { makeFolder } from '../../files/out-folder.ts'
import { exitCode } from '../../report/exit-code.ts'
import { documentOf, type SelftestDocument } from '../../selftest/document.ts'
import { knownFailuresInWords } from '../../selftest/known-failures-score.ts'
import { inexact, scoreOf, verdictOn } from '../../selftest/score.ts'
import { shrunkInWords } from '../../selftest/shrunk-score.ts'
import { togetherInWords } from '../../selftest/together/score.ts'
import type { Task, Trial } from '../../selftest/trial.ts'
import { triggersInWords } from '../../selftest/trigger-score.ts'
import { workThrough } from '../../selftest/worker-pool.ts'
import { command } from '../command.ts'
import type { Io } from '../io.ts'
import { startProgress } from '../run/progress.ts'
import { tryKnownFailures } from './known-failures/try-known-failures.ts'
import { selftestOptionSpecs } from './options.ts'
import { readSelftestOptions, type SelftestOptions } from './selftest-options.ts'
import { inexactInWords, scoreInWords } from './words.ts'

/** Proves that the suite tells right from wrong. */
export const selftestCommand = command({
  name: 'selftest',
  summary: 'Runs the suite against every fault of the reference server, and against conforming variants of it.',
  usage: 'selftest [OPTION …]',
  positionals: 0,
  options: selftestOptionSpecs,
  notes: [
    'A fault is detected exactly if the requirements it violates fail, and no others (mgi faults lists both),',
    'and none stays undecided without a failure that explains it.',
    'A variant is a conforming server with unusual behavior (a quirk); no requirement may fail.',
    'With --every N, a fault must be found in 9 of 10 runs in which it has N requests to break; a server error',
    'that a second attempt does not meet is forgiven, and such faults are left out.',
    'With --on, a fault shows in the answers to one operation only, and must fail there and nowhere else.',
    'With --together N, each gateway has N faults of one area at once; 99 of 100 that make a difference to an answer must',
    'be found: at least one requirement that such a fault breaks fails.',
    'With --triggers N, N faults for each seed that show only for requests that meet a drawn trigger: a value, a count, a depth,',
    'a position, a pair of features, a spelling, a property of a picture, or an earlier request on the connection. 85 of 100',
    'must be detected; --explore N draws N requests more in each run. mgi faults --triggers N --seed N lists them.',
    'With --triggers --shrunk, also how small the smallest failing requests are: each feature of one is taken away in turn, and',
    'it is needless where the fault shows without it. 9 of 10 must hold nothing needless, for 40 requests (median) at most.',
    'With --known-failures, each faulty gateway is judged twice by mgi run, the second time with the list that the first',
    'run wrote; sequential, about 20 s of processor time a fault: give --fault or --shard.',
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

/** Words in lines of at most a hundred characters. */
function inLines(words: readonly string[]): readonly string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ''} ${word}`
    if (lines.length > 0 && longer.length <= 100) lines[lines.length - 1] = longer
    else lines.push(`  ${word}`)
  }
  return lines
}

const statusOf = {
  exact: exitCode.conforming,
  inexact: exitCode.nonconforming,
  inconclusive: exitCode.inconclusive,
} as const satisfies Record<ReturnType<typeof verdictOn>, number>

/** All trials in the order of their tasks, whichever ended first. */
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
  else await workThrough(tasks, { jobs, signal: io.signal, onTrial })
  progress.end()
  const places = new Map(tasks.map((task, at) => [nameOf(task), at]))
  const placeOf = (trial: Trial): number => places.get(nameOf(trial)) ?? tasks.length
  return trials.sort((one, other) => placeOf(one) - placeOf(other))
}

/** Whole runs, which have threads of their own. */
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
    io.stdout.write(`interrupted: ${trials.length} of ${tasks.length} trials were done\n`)
  io.stdout.write(`${document.verdict}\n`)
  io.stderr.write(`took ${document.cpuSeconds} s of processor time\nwrote selftest.json to ${outAsGiven}\n`)
}

/** What is not as it should be, and how much is. */
function scoreLines(
  trials: readonly Trial[],
  { together, triggers, shrunk, score }: SelftestDocument,
  options: SelftestOptions,
): string {
  const { wanted, isPart, isOfKnownFailures } = options
  if (isOfKnownFailures) return knownFailuresInWords(trials)
  if (together !== undefined) return togetherInWords(trials, together)
  if (triggers !== undefined) {
    const broken = trials.filter(({ finish }) => finish === 'broken-down')
    const troubles = broken.map(({ id, trouble }) => `fault ${id}: ${trouble}\n`)
    return [
      ...troubles,
      triggersInWords(triggers, triggers.count),
      shrunk === undefined ? '' : shrunkInWords(shrunk),
    ].join('')
  }
  const wrong = inexact(trials).map(inexactInWords)
  return `${wrong.join('')}${scoreInWords(score, wanted, isPart)}`
}
