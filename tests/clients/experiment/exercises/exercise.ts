import type { Endpoint } from '../../../../conformance/core/model/vocabulary.ts'

/**
 * A short program that uses a client. It reads defensively: only the client causes exceptions, and values that the
 * client does not return are missing from the result.
 */
export interface Exercise {
  readonly operation: Endpoint
  /** Returns what a program reads from the client. */
  readonly run: () => Promise<unknown>
  /** Cleans up after an exercise that timed out. */
  readonly stop?: () => void
}

/** An exception that a client threw in another process. */
export class ClientError extends Error {
  readonly className: string

  constructor(className: string, message: string) {
    super(message)
    this.className = className
  }
}

/** The exercises of one client by name, such as `text` and `tool loop`. */
export type Exercises = Readonly<Record<string, Exercise>>

/** Returns the error that a program catches, or null if the client raised none. */
export async function errorOf(sent: PromiseLike<unknown>): Promise<unknown> {
  try {
    await sent
    return { error: null }
  } catch (error) {
    const { status, statusCode, code, type, message } = error as Readonly<Record<string, unknown>>
    const name = Object(error).constructor.name
    return { error: { class: name, status, statusCode, code, type, message: withoutBody(String(message)) } }
  }
}

/** Removes the body of the response from a message. Some clients append it, but programs do not read it. */
function withoutBody(message: string): string {
  return message.split('{')[0]!.trim()
}
