import type { Test } from './trigger.ts'

export function is(...values: readonly (string | number | boolean | null)[]): readonly Test[] {
  return values.map((wanted) => ({ words: `is ${JSON.stringify(wanted)}`, holds: (value) => value === wanted }))
}

export function from(least: number, most = Number.POSITIVE_INFINITY): Test {
  const words = most === Number.POSITIVE_INFINITY ? `is at least ${least}` : `is from ${least} to ${most}`
  return { words, holds: (value) => typeof value === 'number' && value >= least && value <= most }
}

/** Matches a fraction with two decimal places. */
export const twoPlaces: Test = {
  words: 'is a fraction with two decimal places',
  holds: (value) => typeof value === 'number' && /^-?\d+\.\d\d$/.test(String(value)),
}

export const negative: Test = { words: 'is negative', holds: (value) => typeof value === 'number' && value < 0 }

/** Returns a test for the number of characters of a text. */
export function long(least: number, most = Number.POSITIVE_INFINITY): Test {
  const range =
    most === least
      ? `exactly ${least}`
      : most === Number.POSITIVE_INFINITY
        ? `at least ${least}`
        : `${least} to ${most}`
  return {
    words: `has ${range} characters`,
    holds: (value) => typeof value === 'string' && isBetween([...value].length, least, most),
  }
}

function isBetween(count: number, least: number, most: number): boolean {
  return count >= least && count <= most
}

function holding(words: string, pattern: RegExp): Test {
  return { words, holds: (value) => typeof value === 'string' && pattern.test(value) }
}

export const lineBreak = holding('holds a line break', /\n/)

export const nameCharacters: readonly Test[] = [
  holding('holds a digit', /\d/),
  holding('holds a dash', /-/),
  holding('holds an underscore', /_/),
  holding('holds two underscores in a row', /__/),
  holding('holds a capital letter', /[A-Z]/),
]

export const textCharacters: readonly Test[] = [
  holding('holds a digit', /\d/),
  holding('holds a dash', /-/),
  holding('holds an underscore', /_/),
  lineBreak,
  holding('holds a tab', /\t/),
  holding('holds a double quote', /"/),
  holding('holds a backslash', /\\/),
  holding('holds a brace', /[{}]/),
  holding('holds a line that begins like an event', /^(?:data|event):/m),
  holding('holds a tag', /<\w+>/),
  holding('holds an astral character', /[\u{10000}-\u{10ffff}]/u),
  holding('holds a combining mark', /\p{M}/u),
  holding('holds right-to-left text', /[\p{Script=Arabic}\p{Script=Hebrew}]/u),
  holding('holds an accented letter', /[à-öø-ÿ]/i),
  holding('is only punctuation', /^[\p{P}\p{S}]+$/u),
]

/** Tests of the length of a text without a documented maximum. */
export const textLengths: readonly Test[] = [long(1, 4), long(60), long(200), long(600)]

/** Tests of the length of a text that a model reads. */
export const longLengths: readonly Test[] = [...textLengths, long(2500), long(10_000)]
