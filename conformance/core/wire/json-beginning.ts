import { parseJson } from './parse-json.ts'

/** Every way to end a string, a literal or a number that was begun, and to complete a member that lacks its value. */
const endings = [
  ...['', 'n', '0', '00', '000', '0000'].flatMap((rest) => [`${rest}"`, `${rest}":0`]),
  ...['', '0', ':0', '"":0'],
  ...['rue', 'ue', 'e', 'alse', 'lse', 'se', 'ull', 'll', 'l'],
]

/** Returns whether a text is the beginning of a JSON text, or all of it. */
export function isBeginningOfJson(text: string): boolean {
  const closing = closingOf(text)
  return endings.some((ending) => parseJson(`${text}${ending}${closing}`) !== undefined)
}

/** Returns the brackets that close the open ones of a text. */
function closingOf(text: string): string {
  const open: string[] = []
  let isInString = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (character === '"') isInString = !isInString
    else if (isInString) index += character === '\\' ? 1 : 0
    else if (character === '{') open.push('}')
    else if (character === '[') open.push(']')
    else if (character === '}' || character === ']') open.pop()
  }
  return open.reverse().join('')
}
