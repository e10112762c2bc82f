import type { IncomingRequest } from '../incoming-request.ts'
import type { Reply } from '../reply.ts'
import { type Alteration, only } from './alterations.ts'

/** Gives each reply access to the request before it. A repeated call for the same request returns the same. */
export function mixing(
  wordsOf: (request: IncomingRequest) => string,
  withWords: (words: string) => Alteration,
): Alteration {
  let last = ''
  const before = new WeakMap<IncomingRequest, string>()
  const mixed = (reply: Reply, request: IncomingRequest): Reply => {
    const words = before.get(request) ?? last
    if (!before.has(request)) last = wordsOf(request) || last
    before.set(request, words)
    return withWords(words)(reply, request)
  }
  const { on } = withWords('')
  return on === undefined ? mixed : only(on, mixed)
}
