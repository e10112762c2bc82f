import type { Endpoint } from '../../../../conformance/model/vocabulary.ts'

/**
 * A small use of a client, as a user's program would have it. It reads with care: an exception is one of the client, and
 * what the client does not give is missing from the result.
 */
export interface Exercise {
  /** The operation that its requests are for. */
  readonly operation: Endpoint
  /** Returns what a program reads from the client. */
  readonly run: () => Promise<unknown>
  /** Ends what the exercise left behind when it took too long. */
  readonly stop?: () => void
}

/** An exception of a client in another process. */
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

/** Some clients put the whole body into the message, which no program reads. */
function withoutBody(message: string): string {
  return message.split('{')[0]!.trim()
}
