import { departuresOf } from '../../../../reports/identity.ts'
import type { Catalogue } from '../../../model/suite.ts'
import { done } from '../../../report/exit-code.ts'
import { accountFor } from '../../../run/plan/account-for.ts'
import { emptyShareInWords, isEmpty } from '../../../run/plan/empty-share.ts'
import { planFor } from '../../../run/plan/plan-for.ts'
import { ownPlan } from '../../../run/run.ts'
import type { Io } from '../../io.ts'
import type { RunArguments } from '../options/run-options.ts'
import { planAsJson } from './plan-as-json.ts'
import { planInWords } from './plan-in-words.ts'

/** Prints what a run would send: a summary for people, each request in JSON. */
export async function printPlan(options: RunArguments, catalogue: Catalogue, io: Io): Promise<number> {
  const plan = await ownPlan(options, catalogue, planFor)
  const account = accountFor(plan, options, catalogue.operations)
  if (options.shard !== undefined && isEmpty(plan)) io.stderr.write(`mgi: ${emptyShareInWords(options.shard)}\n`)
  io.stdout.write(
    options.isPlanJson ? planAsJson(plan, account, options) : [...whither(options), planInWords(account)].join('\n'),
  )
  return done
}

/** Where the requests would go, and in which form keys, where a target is named. */
function whither({ url, targetOptions }: RunArguments): readonly string[] {
  if (url === undefined) return []
  return [`target ${url}`, ...departuresOf({ config: targetOptions.vocabulary }), '']
}
