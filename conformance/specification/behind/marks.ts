/** The form of the words in marks. No language has such words, and any validator accepts them in names. */
export const markWords = /(?:[bdfgklmnprstvz][aeiou]){3}\d{5}/g

const wholeWords = new RegExp(`${markWords.source}\\P{ASCII}*`, 'gu')

/** Returns the words of marks in a text, with the letters of other scripts that follow them. */
export function wordsIn(text: string): readonly string[] {
  return text.match(wholeWords) ?? []
}
