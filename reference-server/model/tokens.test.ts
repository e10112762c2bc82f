import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodingSteps } from './logprobs.ts'
import { mulberry32, thoughtTokens } from './random.ts'
import { countTokens, firstTokens, tokensOf } from './tokens.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'ß', '🌊', ' ', '\n', '\t', '\u2003', '.') })

test('counting agrees with cutting to pieces', () => {
  fc.assert(fc.property(text, (said) => void expect(countTokens(said)).toBe(tokensOf(said).length)))
})

test('tokens joined are the text, trailing white space aside', () => {
  fc.assert(fc.property(text, (said) => void expect(tokensOf(said).join('')).toBe(said.trimEnd())))
})

test('the first tokens are a beginning with exactly as many of them', () => {
  fc.assert(
    fc.property(text, fc.nat(9), (said, count) => {
      const first = firstTokens(said, count)
      expect(said.startsWith(first)).toBe(true)
      expect(countTokens(first)).toBe(Math.min(count, countTokens(said)))
    }),
  )
})

test('there are as many decoding steps as tokens, their alternatives sorted, descending', () => {
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

test('thinking keeps to its budget', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat(), (budget, seed) => {
      expect(thoughtTokens(budget, mulberry32(seed))).toBeLessThanOrEqual(Math.max(0, budget))
    }),
  )
})
