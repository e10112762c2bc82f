import type { Exchange } from '../conformance/core/model/exchange.ts'
import { keptPlan } from '../conformance/laboratory/selftest/trial-run.ts'
import { type CertifyOptions, certified } from '../conformance/product/run/certify.ts'
import type { Finished, RunHooks } from '../conformance/product/run/run.ts'

/** A run and its exchanges in the order of their completion. */
export interface RecordedRun extends Finished {
  readonly exchanges: readonly Exchange[]
}

/** Runs against a server that accepts `test-key`, and keeps the exchanges. Runs with equal options share a plan. */
export async function recordedRun({
  url,
  ...options
}: CertifyOptions & Pick<RunHooks, 'plans'> & { readonly url: string }): Promise<RecordedRun> {
  const exchanges: Exchange[] = []
  const finished = await certified({
    target: url,
    key: 'test-key',
    concurrency: 8,
    timeout: 20,
    shrink: false,
    env: {},
    plans: keptPlan,
    ...options,
    onExchange: (exchange) => exchanges.push(exchange),
  })
  return { ...finished, exchanges }
}
