import type { IncomingMessage, ServerResponse } from 'node:http'

/** The most bytes that may be held at once, and the current number. */
export interface ByteBudget {
  readonly most: number
  held: number
}

/** The most bytes of request bodies that one server holds at once. */
export const mostBodyBytes = 512 * 2 ** 20

/** The client broke the connection before its request was complete. */
export class RequestAborted extends Error {}

/** The budget has no room for a body. The reply is 503. */
export class BodiesExceeded extends Error {}

/**
 * Returns all bytes of a body, which count until the exchange is over. If there are more than `most`, reads and discards
 * the rest and returns `undefined`. Rejects with `RequestAborted` or `BodiesExceeded`.
 */
export function boundedBody(
  request: IncomingMessage,
  response: ServerResponse,
  { most, budget }: { readonly most: number; readonly budget: ByteBudget },
): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let held = 0
    let isDropped = false
    const release = (): void => {
      budget.held -= held
      held = 0
    }
    const drop = (): void => {
      isDropped = true
      chunks.length = 0
      release()
    }
    response.once('close', release)
    request.on('data', (chunk: Buffer) => {
      if (isDropped) return undefined
      size += chunk.length
      if (size > most || budget.held + chunk.length > budget.most) {
        drop()
        return size > most ? resolve(undefined) : reject(new BodiesExceeded())
      }
      chunks.push(chunk)
      held += chunk.length
      budget.held += chunk.length
      return undefined
    })
    request.on('end', () => {
      if (!isDropped) resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size))
    })
    request.on('error', () => reject(new RequestAborted()))
    request.on('close', () => {
      if (!request.complete) reject(new RequestAborted())
    })
  })
}
