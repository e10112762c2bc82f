import { createHash } from 'node:crypto'
import type { RecordedRequest } from '../../model/exchange.ts'
import type { Operation, RequestValue } from '../../model/operation.ts'
import { isSame } from '../schema/json.ts'

/** A request together with what its bytes say when they are read again. */
export interface Sent {
  readonly request: RecordedRequest
  readonly value: RequestValue
}

/** Writes a value and reads it back. `undefined` when it cannot be written: a file that cannot exist, say. */
export function send(operation: Operation, value: RequestValue): Sent | undefined {
  try {
    const request = operation.write(value)
    return { request, value: operation.read(request) }
  } catch {
    return undefined
  }
}

/** Writes a value, provided that the bytes say the same as the value. */
export function sendFaithfully(operation: Operation, value: RequestValue): Sent | undefined {
  const sent = send(operation, value)
  return sent !== undefined && isSame(sent.value, value) ? sent : undefined
}

/** A digest that two requests share exactly when the same bytes travel. */
export function digestOf({ method, path, headers, body }: RecordedRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([method, path, headers]))
    .update(body)
    .digest('base64')
}
