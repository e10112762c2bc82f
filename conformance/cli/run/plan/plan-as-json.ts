import type { RunOptions } from '../../../config/run-options.ts'
import type { Plan } from '../../../model/plan.ts'
import { type Account, originOf } from '../../../run/plan/account-for.ts'

/** What a plan would send and what it would cost, for machines: the account, and each case and probe with its purpose. */
export function planAsJson(
  { cases, probes }: Plan,
  account: Account,
  {
    profile,
    seed,
    shard,
    url,
    targetOptions,
  }: Pick<RunOptions, 'profile' | 'seed' | 'shard' | 'url' | 'targetOptions'>,
): string {
  const listed = cases.map((planned) => {
    const { id, operation, purpose, cost, aims } = planned
    return { id, operation, origin: originOf(planned), purpose, requests: 1, ...cost, aims }
  })
  const probing = probes.map(({ id, operation, purpose, requests, cost, aims }) => {
    return { id, operation, origin: 'probe', purpose, requests, ...cost, aims }
  })
  const { credential, baseUrls } = targetOptions.vocabulary
  const head = {
    formatVersion: 1,
    target: url,
    credential,
    baseUrls,
    profile,
    seed,
    ...(shard === undefined ? {} : { shard }),
  }
  return `${JSON.stringify({ ...head, ...account, cases: [...listed, ...probing] }, null, 2)}\n`
}
