import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodingSteps } from './logprobs.ts'
import { mulberry32, thoughtTokens } from './random.ts'
import { countTokens, firstTokens, tokensOf } from './tokens.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'ß', '🌊', ' ', '\n', '\t', '\u2003', '.') })

test('the token count equals the number of tokens', () => {
  fc.assert(fc.property(text, (said) => void expect(countTokens(said)).toBe(tokensOf(said).length)))
})

test('joined tokens equal the text without trailing whitespace', () => {
  fc.assert(fc.property(text, (said) => void expect(tokensOf(said).join('')).toBe(said.trimEnd())))
})

test('the first tokens are a prefix with exactly that many tokens', () => {
  fc.assert(
    fc.property(text, fc.nat(9), (said, count) => {
      const first = firstTokens(said, count)
      expect(said.startsWith(first)).toBe(true)
      expect(countTokens(first)).toBe(Math.min(count, countTokens(said)))
    }),
  )
})

test('each token has a decoding step with sorted alternatives', () => {
  fc.assert(
    fc.property(text, fc.nat(30), fc.nat(), (said, count, seed) => {
      const steps = decodingSteps(tokensOf(said), count, seed)
      expect(steps.map(({ chosen }) => chosen.token)).toEqual(tokensOf(said))
      for (const { top, chosen } of steps) {
        const falling = top.map(({ logProbability }) => logProbability)
        expect(falling).toEqual([...falling].sort((a, b) => b - a))
        expect(top.length).toBe(Math.min(count, 20))
        expect(chosen.logProbability).toBeLessThanOrEqual(0)
      }
    }),
  )
})

test('thinking stays within its budget', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat(), (budget, seed) => {
      expect(thoughtTokens(budget, mulberry32(seed))).toBeLessThanOrEqual(Math.max(0, budget))
    }),
  )
})
