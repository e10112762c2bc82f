import { randomInt } from 'node:crypto'

const consonants = 'bdfgklmnprstvz'
const vowels = 'aeiou'

/** Returns a word of the form of marks that occurs nowhere else. They are random, because a gateway may remember those of an earlier run. */
export function newWord(): string {
  const syllable = (): string => letterOf(consonants) + letterOf(vowels)
  return syllable() + syllable() + syllable() + randomInt(10_000, 100_000)
}

function letterOf(letters: string): string {
  return letters[randomInt(letters.length)]!
}

/** Returns an integer that JSON texts rarely contain by chance. */
export function newCount(least: number, most: number): number {
  return randomInt(least, most)
}

/** Returns a number of three decimals from 0.101 to 0.899 whose last digit is not 0. */
export function newFraction(): number {
  return Number(`0.${randomInt(10, 90)}${randomInt(1, 10)}`)
}
