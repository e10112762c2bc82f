import { suggestion } from '../../core/text/nearest.ts'
import { UsageError } from '../../core/text/usage-error.ts'

/** Returns the text if it is one of the listed words. Throws a `UsageError` otherwise. */
export function choice<Word extends string>(option: string, text: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === text)
  if (found !== undefined) return found
  throw new UsageError(`--${option} ${text}: expected one of ${words.join(', ')}${suggestion(text, words)}`)
}

/**
 * Reads listed words from options that are repeated or separated by commas. Returns each once, in the order of the
 * list.
 */
export function choices<Word extends string>(
  option: string,
  texts: readonly string[] | undefined,
  words: readonly Word[],
): readonly Word[] | undefined {
  if (texts === undefined) return undefined
  const named = texts.flatMap((text) => text.split(',')).map((text) => choice(option, text.trim(), words))
  return words.filter((word) => named.includes(word))
}
