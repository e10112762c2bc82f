import type { Ask } from '../ask.ts'
import type { Alteration } from './alterations.ts'

/** Lets each reply know what the request before it was about. */
export function mixing(wordsOf: (ask: Ask) => string, withWords: (words: string) => Alteration): Alteration {
  let before = ''
  return (reply, ask) => {
    const mixed = withWords(before)(reply, ask)
    before = wordsOf(ask) || before
    return mixed
  }
}
