import type { Exchange } from '../conformance/model/exchange.ts'
import { type CertifyOptions, certified } from '../conformance/run/certify.ts'
import type { Finished } from '../conformance/run/run.ts'

/** A run and its exchanges in the order of their completion. */
export interface RecordedRun extends Finished {
  readonly exchanges: readonly Exchange[]
}

/** Runs against a server that accepts `test-key`, and keeps the exchanges. */
export async function recordedRun({
  url,
  ...options
}: CertifyOptions & { readonly url: string }): Promise<RecordedRun> {
  const exchanges: Exchange[] = []
  const finished = await certified({
    ...{ target: url, key: 'test-key', concurrency: 8, timeout: 20, shrink: false, env: {} },
    ...options,
    onExchange: (exchange) => exchanges.push(exchange),
  })
  return { ...finished, exchanges }
}
