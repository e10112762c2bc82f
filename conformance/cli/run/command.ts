import { visibleLine } from '../../../reports/visible.ts'
import { catalogue } from '../../catalogue.ts'
import type { Plan } from '../../model/plan.ts'
import { command } from '../command.ts'
import { loadRunConfig, noticeOf } from '../config/load-run-config.ts'
import { done } from '../exit-code.ts'
import { optimizeLate } from '../optimize-late.ts'
import { replay } from '../replay/replay.ts'
import { getReady } from './get-ready.ts'
import { runOptionSpecs } from './options/options.ts'
import { type RunOptions, readRunOptions } from './options/run-options.ts'
import { accountFor } from './plan/account-for.ts'
import { emptyShareInWords, isEmpty } from './plan/empty-share.ts'
import { planAsJson } from './plan/plan-as-json.ts'
import { planAside } from './plan/plan-aside.ts'
import { refuseEmpty } from './plan/plan-for.ts'
import { planInWords } from './plan/plan-in-words.ts'
import { cannotBeReached, plainRequestsAlone } from './preflight/first-look.ts'
import { run } from './run.ts'
import { openTarget } from './target/target.ts'

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
    optimizeLate()
    const loaded = loadRunConfig(positionals, values, io)
    const options = readRunOptions(positionals, values, io, catalogue, loaded)
    if (loaded !== undefined && !options.isQuiet) io.stderr.write(noticeOf(loaded))
    for (const doubt of options.isQuiet ? [] : options.knownFailures.doubts)
      io.stderr.write(`mgi: ${visibleLine(doubt)}\n`)
    if (options.replay !== undefined) return replay(options.replay, options, io, catalogue)
    if (options.isPlanOnly) {
      const plan = await ownPlan(options)
      const account = accountFor(plan, catalogue.operations)
      if (options.shard !== undefined && isEmpty(plan)) io.stderr.write(`mgi: ${emptyShareInWords(options.shard)}\n`)
      io.stdout.write(options.isPlanJson ? planAsJson(plan, account, options) : planInWords(account))
      return done
    }
    const target = await openTarget(options)
    try {
      const isPointless = await cannotBeReached(target, options, catalogue, io.signal)
      const plan = isPointless ? plainRequestsAlone(options.selection, catalogue) : await ownPlan(options)
      getReady(catalogue)
      return await run(plan, target, options, io, catalogue)
    } finally {
      await target.close()
    }
  },
})

/** What this run sends. An empty share of a plan that is not empty belongs to the whole, and is carried out as it is. */
async function ownPlan(options: RunOptions): Promise<Plan> {
  const plan = await planAside(options, catalogue)
  if (!isEmpty(plan)) return plan
  refuseEmpty(
    options.shard === undefined ? plan : await planAside({ ...options, shard: undefined }, catalogue),
    options,
  )
  return plan
}
