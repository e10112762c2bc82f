import { catalogue } from '../../catalogue.ts'
import { command } from '../command.ts'
import { loadRunConfig, noticeOf } from '../config/load-run-config.ts'
import { done } from '../exit-code.ts'
import { replay } from '../replay/replay.ts'
import { getReady } from './get-ready.ts'
import { runOptionSpecs } from './options.ts'
import { planAside } from './plan-aside.ts'
import { refuseEmpty } from './plan-for.ts'
import { planInWords } from './plan-in-words.ts'
import { run } from './run.ts'
import { readRunOptions } from './run-options.ts'
import { openTarget } from './target.ts'

/** Probes an implementation and judges what comes back. */
export const runCommand = command({
  name: 'run',
  summary: 'Probes an implementation, judges every exchange and writes reports. Without URL: the reference server.',
  usage: 'run [URL] [OPTION …]',
  positionals: 1,
  options: runOptionSpecs,
  notes: [
    'URL is the base URL, the part of the address before /v1/messages.',
    'Writes results.json, report.html, junit.xml and the evidence exchanges.ndjson to --out.',
    'Exit status: 0 conforming, 1 nonconforming, 2 misuse, 3 inconclusive, 130 interrupted.',
  ],
  async run({ positionals, values, io }) {
    const loaded = loadRunConfig(positionals, values, io)
    const options = readRunOptions(positionals, values, io, catalogue, loaded)
    if (loaded !== undefined && !options.isQuiet) io.stderr.write(noticeOf(loaded))
    if (options.replay !== undefined) return replay(options.replay, options, io, catalogue)
    const planning = planAside(options, catalogue)
    getReady(catalogue)
    const plan = await planning
    refuseEmpty(plan, options)
    if (options.isPlanOnly) {
      io.stdout.write(planInWords(plan))
      return done
    }
    const target = await openTarget(options)
    try {
      return await run(plan, target, options, io, catalogue)
    } finally {
      await target.close()
    }
  },
})
