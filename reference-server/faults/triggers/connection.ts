import type { ConnectionState, IncomingRequest } from '../../incoming-request.ts'
import { pick } from '../../model/random.ts'
import type { DrawTrigger } from './trigger.ts'

type Earlier = NonNullable<ConnectionState['previous']>

/** Draws the requests sent earlier on the same connection. */
export const connectionTrigger: DrawTrigger = (random, on) => {
  // A run of token usage alone sends no requests to other operations.
  const all = on === 'usage.token' ? histories : [...histories, ...amongOperations]
  const { words, holds } = pick(random, all)
  return { class: 'connection', words, holds }
}

interface History {
  readonly words: string
  readonly holds: (request: IncomingRequest) => boolean
}

function previous(words: string, isSuch: (earlier: Earlier, request: IncomingRequest) => boolean): History {
  return {
    words: `the previous request on the connection ${words}`,
    holds: (request) => request.connection?.previous !== undefined && isSuch(request.connection.previous, request),
  }
}

const histories: readonly History[] = [
  previous('was rejected', ({ isRejected }) => isRejected),
  previous('had no credential', ({ hasCredential }) => !hasCredential),
  {
    words: 'the request is the fifth or a later one on its connection',
    holds: ({ connection }) => connection !== undefined && connection.place >= 5,
  },
]

const amongOperations: readonly History[] = [
  previous('was to another operation', ({ endpoint }, request) => endpoint !== request.endpoint),
  previous('was a rejected one to another operation', (earlier, request) => {
    return earlier.isRejected && earlier.endpoint !== request.endpoint
  }),
  previous('was an accepted one to the same operation', (earlier, request) => {
    return !earlier.isRejected && earlier.endpoint === request.endpoint
  }),
]
