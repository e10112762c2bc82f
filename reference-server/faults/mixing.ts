import type { Ask } from '../ask.ts'
import type { Reply } from '../reply.ts'
import { type Alteration, only } from './alterations.ts'

/** Lets each reply know what the request before it was about; asked twice about a request, it answers the same. */
export function mixing(wordsOf: (ask: Ask) => string, withWords: (words: string) => Alteration): Alteration {
  let last = ''
  const before = new WeakMap<Ask, string>()
  const mixed = (reply: Reply, ask: Ask): Reply => {
    const words = before.get(ask) ?? last
    if (!before.has(ask)) last = wordsOf(ask) || last
    before.set(ask, words)
    return withWords(words)(reply, ask)
  }
  const { on } = withWords('')
  return on === undefined ? mixed : only(on, mixed)
}
