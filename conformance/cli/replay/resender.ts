import { createRedactor } from '../../evidence/redact.ts'
import type { Exchange, RecordedRequest } from '../../model/exchange.ts'
import type { Operation } from '../../model/operation.ts'
import { alsoFetching } from '../../sources/fetch-image.ts'
import { type FetchRules, fetchRules } from '../../sources/fetch-rules.ts'
import type { RunOptions } from '../run/options/run-options.ts'
import { maxResponseBytes } from '../run/target/limits.ts'
import { connectionTo, openClient, secretsOfTarget } from '../run/target/open-client.ts'
import { openWords } from '../run/target/open-words.ts'
import type { Target } from '../run/target/target.ts'

/** Sends requests of an earlier run again; what comes back holds no secrets. */
export interface Resender {
  readonly mayFetch: FetchRules
  send(request: RecordedRequest, id: string): Promise<Exchange>
  close(): Promise<void>
}

export function openResender(
  target: Target,
  { targetOptions, imageOrigins, timeoutSeconds }: RunOptions,
  operations: readonly Operation[],
  signal: AbortSignal,
): Resender {
  const timeoutMs = timeoutSeconds * 1000
  const redactor = createRedactor(secretsOfTarget(target, targetOptions), openWords(target, targetOptions))
  const mayFetch = fetchRules(target.url, imageOrigins, redactor.text)
  const common = { timeoutMs, epoch: performance.now() }
  const own = openClient({ target, options: targetOptions, operations }, { ...common, maxResponseBytes })
  const client = alsoFetching(own, { ...connectionTo(target, targetOptions), ...common, mayFetch })
  return {
    mayFetch,
    send: async (request, id) => redactor.exchange(await client.send(request, id, signal)),
    close: () => client.close(),
  }
}
