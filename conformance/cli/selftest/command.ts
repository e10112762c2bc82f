import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { variants } from '../../../reference-server/variants/index.ts'
import { catalogueOf } from '../../catalogue.ts'
import { workThrough } from '../../selftest/crew.ts'
import { inexact, scoreOf, verdictOn } from '../../selftest/score.ts'
import type { Trial } from '../../selftest/trial.ts'
import { command } from '../command.ts'
import { exitCode } from '../exit-code.ts'
import type { Io } from '../io.ts'
import { optimizeLate } from '../optimize-late.ts'
import { makeFolder } from '../options/out-folder.ts'
import { startProgress } from '../run/progress.ts'
import { documentOf } from './document.ts'
import { selftestOptionSpecs } from './options.ts'
import { readSelftestOptions, type SelftestOptions } from './selftest-options.ts'
import { inexactInWords, scoreInWords } from './words.ts'

/** Proves that the suite tells right from wrong. */
export const selftestCommand = command({
  name: 'selftest',
  summary: 'Runs the suite against every fault of the reference server, and against servers that conform unusually.',
  usage: 'selftest [OPTION …]',
  positionals: 0,
  options: selftestOptionSpecs,
  notes: [
    'A fault is caught exactly when the requirements it breaks fail, and no others (mgi faults lists both).',
    'A variant is a server that keeps the document in an unusual way; it must not be accused of anything.',
    'With --every N, a fault must be found in 9 of 10 runs in which it has N requests to break; a server error',
    'that a second attempt does not meet is forgiven, and such faults are left out.',
    'The variants:',
    ...inLines(variants.map(({ id }) => id)),
    'Writes selftest.json to --out.',
    'Exit status: 0 exact, 1 inexact, 2 misuse, 3 nothing tested or an error of the suite, 130 interrupted.',
  ],
  async run({ values, io }) {
    optimizeLate()
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
async function carriedOut({ tasks, jobs, isQuiet }: SelftestOptions, io: Io): Promise<readonly Trial[]> {
  const progress = startProgress(io, isQuiet, Date.now, 'trials')
  progress.note(tasks.length === 1 ? '1 trial' : `${tasks.length} trials, ${jobs} at a time`)
  const trials: Trial[] = []
  const onTrial = (trial: Trial): void => {
    trials.push(trial)
    progress.step(trials.length, tasks.length)
  }
  await workThrough(tasks, { jobs, signal: io.signal, onTrial })
  progress.end()
  const places = new Map(tasks.map((task, at) => [nameOf(task), at]))
  const placeOf = (trial: Trial): number => places.get(nameOf(trial)) ?? tasks.length
  return trials.sort((one, other) => placeOf(one) - placeOf(other))
}

function nameOf({ kind, id, seed }: Pick<Trial, 'kind' | 'id' | 'seed'>): string {
  return `${kind} ${id} ${seed}`
}

function conclude(trials: readonly Trial[], options: SelftestOptions, io: Io): void {
  const { wanted, tasks, out, outAsGiven, isQuiet } = options
  const score = scoreOf(trials, catalogueOf(wanted.areas).requirements)
  const document = documentOf(trials, score, options)
  writeFileSync(join(out, 'selftest.json'), `${JSON.stringify(document, null, 2)}\n`)
  if (isQuiet) return
  for (const group of inexact(trials)) io.stdout.write(inexactInWords(group))
  io.stdout.write(scoreInWords(score, wanted.every, options.isPart))
  if (trials.length < tasks.length)
    io.stdout.write(`interrupted: ${trials.length} of ${tasks.length} trials were done\n`)
  io.stdout.write(`${document.verdict}\n`)
  io.stderr.write(`took ${document.cpuSeconds} s of processor time\nwrote selftest.json to ${outAsGiven}\n`)
}
