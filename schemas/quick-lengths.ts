const atMost = /\b(func\d+)\((data\d*)\) > (\d+)/g
const atLeastOne = /\bfunc\d+\((data\d*)\) < 1\b/g

/**
 * The code of a validator, changed to count the characters of a text only where it has more code units than it may have
 * characters: a character is a code unit or two. As Ajv writes it, each character of a prompt is looked at.
 */
export function quickLengths(code: string): string {
  return code.replaceAll(atMost, '($2.length > $3 && $1($2) > $3)').replaceAll(atLeastOne, '$1.length < 1')
}
