import { set } from '../../schemas/json-pointer.ts'
import type { RequestValue } from '../model/operation.ts'
import { isSame } from '../plan/schema/json.ts'
import { everySpot, placeOf, plainPlaces } from './spots.ts'
import { plainText } from './texts.ts'

/** Texts and numbers that are plainer, place by place; what is as in the plain request is plain enough. */
export function* plainerLeaves(value: RequestValue, plain: RequestValue | undefined) {
  const usual = plainPlaces(plain)
  for (const { pointer, value: at } of everySpot(value.body, '/body')) {
    if (isSame(usual.get(placeOf(pointer)), at)) continue
    for (const [index, one] of plainer(at).entries())
      yield { name: `${pointer} plainer ${index}`, value: set(value, pointer, one) }
  }
}

function plainer(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return plainerNumbers(value).filter((one) => one !== value)
  if (typeof value !== 'string' || value.length < 2 || value === plainText) return []
  const isAwkward = !/^[ -~]*$/.test(value)
  return [...new Set([plainText, ...samplesOf(value), 'e', ...halvesOf(value)])].filter(
    (one) => one !== value && (one.length < value.length || isAwkward),
  )
}

/** A fraction is as good as another; a count is not. */
function plainerNumbers(value: number): readonly number[] {
  return Number.isInteger(value) ? [1, 2, Math.trunc(value / 2)] : [1]
}

/** What makes texts awkward, character by character: one of each kind shows whether it is this that matters. */
const awkward = [
  /\p{Extended_Pictographic}|[\u{10000}-\u{10ffff}]/u,
  /[a-z]\p{M}/iu,
  /[\p{Script=Arabic}\p{Script=Hebrew}]/u,
  /\p{Script=Han}/u,
  /[\u2028\u2029]/,
  /[\u00a0\u200b]/,
  /[À-ſ]/,
  /[\n\r\t]/,
] as const

function samplesOf(text: string): readonly string[] {
  const found = awkward.flatMap((kind) => kind.exec(text)?.[0] ?? [])
  // Whether a text of nothing but white space is a text is another question.
  return found.map((sample) => (sample.trim() === '' ? `e${sample}` : sample))
}

/** Both halves; a character beyond the basic plane stays in one piece. */
function halvesOf(text: string): readonly string[] {
  const letters = [...text]
  const middle = Math.ceil(letters.length / 2)
  return [letters.slice(0, middle), letters.slice(middle)].map((part) => part.join(''))
}
