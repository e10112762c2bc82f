import { between, type Random } from './random.ts'
import { tokensOf } from './tokens.ts'
import { phrase } from './words.ts'

/** The longest quotation of a prompt. */
const quoted = { tokens: 24, characters: 240 }

/** Returns the model's own words around the last words of the prompt, so that a prompt can provoke a stop sequence. */
export function composeText(lastWords: string, random: Random): string {
  const opening = phrase(random, between(random, 3, 6))
  const closing = phrase(random, between(random, 6, 14))
  const quotation = quote(lastWords)
  return quotation === '' ? `${opening} ${closing}.` : `${opening}: ${quotation} ${closing}.`
}

function quote(text: string): string {
  const end = tokensOf(text.slice(-2 * quoted.characters)).slice(-quoted.tokens)
  while (lengthOf(end) > quoted.characters) end.shift()
  return end.join('').trim()
}

function lengthOf(tokens: readonly string[]): number {
  return tokens.reduce((sum, token) => sum + token.length, 0)
}
