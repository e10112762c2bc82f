import { asRecorded } from '../../../core/model/envelope.ts'
import type { Exchange, RecordedRequest } from '../../../core/model/exchange.ts'
import type { Operation } from '../../../core/model/operation.ts'
import { alsoFetching, type FetchRules, fetchRules } from '../../../engine/record/client/fetch-image.ts'
import { createRedactor } from '../../../engine/record/evidence/redact.ts'
import type { RunOptions } from '../../config/run-options.ts'
import { allBaseUrls } from '../../config/vocabulary.ts'
import { maxResponseBytes, streamEnds } from '../target/limits.ts'
import { connectionTo, openClient, secretsOfTarget } from '../target/open-client.ts'
import type { Target } from '../target/target.ts'

/** Sends requests of an earlier run again. Responses are not redacted. */
export interface Resender {
  readonly mayFetch: FetchRules
  /** Sends a request. Requests with the same number of a connection share one. */
  send(request: RecordedRequest, id: string, connection?: number): Promise<Exchange>
  close(): Promise<void>
}

export function openResender(
  target: Target,
  { targetOptions, imageOrigins, timeoutSeconds, masks }: RunOptions,
  operations: readonly Operation[],
  signal: AbortSignal,
): Resender {
  const timeoutMs = timeoutSeconds * 1000
  const redactor = createRedactor(secretsOfTarget(target, targetOptions), masks)
  const mayFetch = fetchRules(allBaseUrls(target.url, targetOptions.vocabulary), imageOrigins, redactor.text)
  const common = { timeoutMs, epoch: performance.now() }
  const own = openClient({ target, options: targetOptions, operations }, { ...common, maxResponseBytes, streamEnds })
  const client = alsoFetching(own, { ...connectionTo(target, targetOptions), ...common, mayFetch })
  return {
    mayFetch,
    send: (request, id, connection) =>
      client.send(asRecorded(request), id, signal, {
        connection: connection === undefined ? undefined : String(connection),
      }),
    close: () => client.close(),
  }
}
