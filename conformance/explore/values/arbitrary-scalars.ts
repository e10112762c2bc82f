import fc from 'fast-check'
import type { Shape } from '../schema/shape.ts'
import { shortTexts, suits, words } from './texts.ts'

const word = fc.constantFrom(...words)

/** Small JSON that means nothing to anyone. */
export const harmlessJson: fc.Arbitrary<unknown> = fc.oneof(word, fc.integer({ min: 0, max: 99 }), fc.boolean())

/** Texts of dictionary words, or names made of them, that suit a shape; else the few texts known to suit it. */
export function textsOf(shape: Shape): fc.Arbitrary<unknown> {
  const made = [' ', '_', '-'].map((joint) =>
    fc.array(word, { minLength: 1, maxLength: 8 }).map((list) => list.join(joint)),
  )
  const fitting = shortTexts(shape)
  if (shape.patterns.length === 0 && shape.formats.length === 0) return fitted(shape, made)
  if (fitting.some((text) => words.some((one) => text.startsWith(one)))) return fitted(shape, made, fitting)
  return fitting.length === 0 ? fc.constant('') : fc.constantFrom(...fitting)
}

function fitted(
  shape: Shape,
  made: readonly fc.Arbitrary<string>[],
  fitting = shortTexts(shape),
): fc.Arbitrary<string> {
  const [fallback] = fitting
  const fits = (text: string) => suits(shape, text) && text.length >= shape.minLength && text.length <= shape.maxLength
  return fc.oneof(...made).map((text) => (fits(text) ? text : (fallback ?? text)))
}

/** Whole or decimal numbers within the bounds of a shape; four decimals at most, so that every JSON reader agrees. */
export function numbersOf(shape: Shape, type: string): fc.Arbitrary<unknown> {
  const min = Math.ceil(Math.max(shape.minimum, shape.exclusiveMinimum, Number.MIN_SAFE_INTEGER))
  const least = Number.isFinite(shape.minimum) || Number.isFinite(shape.exclusiveMinimum) ? min : 0
  const max = Math.floor(Math.min(shape.maximum, shape.exclusiveMaximum, Math.max(least, 1) * 64))
  const whole = fc.integer({ min: Math.min(least, max), max: Math.max(least, max) })
  return type === 'integer' ? whole : fc.oneof(whole, decimals(least, max))
}

function decimals(least: number, max: number): fc.Arbitrary<number> {
  const steps = 10_000
  return fc
    .integer({ min: least * steps, max: Math.max(least, Math.min(max, least + 100)) * steps })
    .map((count) => count / steps)
}
