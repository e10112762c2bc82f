import type { IncomingMessage } from 'node:http'

/** The client broke the connection before its request was complete. */
export class RequestAborted extends Error {}

/** Returns all bytes of a body. If there are more than `limit`, reads and discards the rest and returns `undefined`. */
export function bytesOf(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else resolve(undefined)
    })
    request.on('end', () => {
      if (size <= limit) resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, size))
    })
    request.on('error', () => reject(new RequestAborted()))
    request.on('close', () => {
      if (!request.complete) reject(new RequestAborted())
    })
  })
}

/** The result of reading a body. */
export type Body =
  | {
      readonly kind: 'value'
      readonly value: unknown
      /** The text of the body; absent for a form. */
      readonly text?: string
    }
  | { readonly kind: 'unreadable'; readonly why: string }
  | { readonly kind: 'too-large' }

export function unreadableBody(why: string): Body {
  return { kind: 'unreadable', why }
}
