import { createRedactor } from '../../evidence/redact.ts'
import type { Exchange, RecordedRequest } from '../../model/exchange.ts'
import { createClient } from '../../sources/client.ts'
import { alsoFetching } from '../../sources/fetch-image.ts'
import { type FetchRules, fetchRules } from '../../sources/fetch-rules.ts'
import { secretsOf } from '../../sources/keys.ts'
import { maxResponseBytes } from '../run/limits.ts'
import type { RunOptions } from '../run/run-options.ts'
import type { Target } from '../run/target.ts'

/** Sends requests of an earlier run again; what comes back holds no secrets. */
export interface Resender {
  readonly mayFetch: FetchRules
  send(request: RecordedRequest, id: string): Promise<Exchange>
  close(): Promise<void>
}

export function openResender(target: Target, options: RunOptions, signal: AbortSignal): Resender {
  const timeoutMs = options.timeoutSeconds * 1000
  const redactor = createRedactor(secretsOf(target.key))
  const mayFetch = fetchRules(target.url, options.imageOrigins, redactor.text)
  const own = createClient({ baseUrl: target.url, names: { key: target.key }, timeoutMs, maxResponseBytes })
  const client = alsoFetching(own, { mayFetch, timeoutMs })
  return {
    mayFetch,
    send: async (request, id) => redactor.exchange(await client.send(request, id, signal)),
    close: () => client.close(),
  }
}
