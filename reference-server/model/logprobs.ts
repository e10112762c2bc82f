import { mulberry32, seedOf } from './random.ts'
import { word } from './words.ts'

/** The log probability of one token. */
export interface TokenLikelihood {
  readonly token: string
  readonly tokenId: number
  readonly logProbability: number
}

/** One decoding step: the chosen token, and the most likely ones in descending order. */
export interface DecodingStep {
  readonly chosen: TokenLikelihood
  readonly top: readonly TokenLikelihood[]
}

/** The maximum number of alternatives shown for a step. */
export const mostAlternatives = 20

/** Returns the steps that led to `tokens`, each with its `count` most likely tokens. The chosen one is always first. */
export function decodingSteps(tokens: readonly string[], count: number, seed: number): DecodingStep[] {
  const alternatives = Math.max(0, Math.min(count, mostAlternatives))
  return tokens.map((token, index) => stepFor(token, alternatives, seedOf(token, seed + index)))
}

function stepFor(token: string, count: number, seed: number): DecodingStep {
  const random = mulberry32(seed)
  let logProbability = -random() / 4
  const chosen = likelihood(token, logProbability)
  const top = count === 0 ? [] : [chosen]
  while (top.length < count) {
    logProbability -= 0.5 + random()
    top.push(likelihood(` ${word(random)}`, logProbability))
  }
  return { chosen, top }
}

function likelihood(token: string, logProbability: number): TokenLikelihood {
  return { token, tokenId: seedOf(token) & 0xffff, logProbability }
}
